//! `segoc site`: the corpus as pages, written into a folder or shown while it is being worked on.

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};

use clap::Args;
use segoc_format::corpus::Corpus;
use segoc_format::diagnostic::Diagnostics;
use segoc_format::parallel::on_all_cores;
use segoc_protocol::visible;
use segoc_runner::report::count;
use segoc_site::{Document, Site};

use super::shared::{Place, is_quiet};
use super::{Ending, Problem};

/// Where the pages go.
#[derive(Debug, Args)]
#[group(id = "where", required = true, multiple = false)]
struct Target {
    /// Write the site into this folder: a new one, an empty one, or one that holds a site already.
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,

    /// Show the pages at this port of this computer, as the files are at the time.
    #[arg(long, value_name = "PORT", num_args = 0..=1, default_missing_value = "8000")]
    serve: Option<u16>,
}

/// What is written, and where.
#[derive(Debug, Args)]
pub(super) struct Request {
    #[command(flatten)]
    target: Target,

    /// Where the site will be found, as `https://example.org/rulings`: for a sitemap.
    #[arg(long, value_name = "ADDRESS")]
    url: Option<String>,

    /// What `playground/build` left in a folder: then there is a page on which rulings are written and played.
    #[arg(long, value_name = "DIR")]
    playground: Option<PathBuf>,

    /// Documents in Markdown that become pages too.
    #[arg(long, value_name = "FILE", num_args = 1..)]
    documents: Vec<PathBuf>,

    #[command(flatten)]
    place: Place,
}

pub(super) fn site(request: &Request) -> Result<Ending, Problem> {
    if let Some(folder) = &request.playground {
        let missing = PLAYGROUND.into_iter().find(|file| !folder.join(file).is_file());
        if let Some(file) = missing {
            let what = format!("`{}` holds no playground: there is no `{file}`", folder.display());
            return Err(Problem::advised(what, format!("build it first: playground/build {}", folder.display())));
        }
    }
    match (&request.target.out, request.target.serve) {
        (Some(out), _) => write(request, out),
        (None, port) => serve(request, port.unwrap_or_default()),
    }
}

/// What the playground needs, beside its page.
const PLAYGROUND: [&str; 3] = ["segoc.wasm", "play.js", "worker.js"];

/// Lies in every folder that holds a site, so that no other folder is written over.
const MARK: &str = ".segoc-site";

fn write(request: &Request, out: &Path) -> Result<Ending, Problem> {
    let corpus = request.place.corpus()?;
    let site = of(request, &corpus, documents(request)?)?;
    if fs::read_dir(out).is_ok_and(|mut found| found.next().is_some()) && !out.join(MARK).is_file() {
        let what = format!("`{}` holds something else than a site", out.display());
        return Err(Problem::advised(what, "name a new folder, or an empty one"));
    }
    let cannot = |path: &Path, error: &std::io::Error| {
        Problem::plain(format!("`{}` cannot be written: {error}", path.display()))
    };
    fs::create_dir_all(out).and_then(|()| fs::write(out.join(MARK), "")).map_err(|error| cannot(out, &error))?;
    let paths = site.paths();
    let written = on_all_cores(&paths, |path| -> Result<usize, Problem> {
        let text = site.page(path)?.unwrap_or_default();
        let file = out.join(path);
        let folder = file.parent().unwrap_or(out);
        fs::create_dir_all(folder).and_then(|()| fs::write(&file, &text)).map_err(|error| cannot(&file, &error))?;
        Ok(text.len())
    });
    let mut bytes: usize = written.into_iter().sum::<Result<_, _>>()?;
    for (folder, file) in request.playground.iter().flat_map(|folder| PLAYGROUND.map(|file| (folder, file))) {
        let to = out.join("play").join(file);
        bytes += fs::copy(folder.join(file), &to).map_err(|error| cannot(&to, &error))? as usize;
    }
    if !is_quiet() {
        let files = count(paths.len(), "file");
        anstream::println!("wrote {files}, {} KB, into {}", bytes / 1024, out.display());
    }
    Ok(Ending::Passed)
}

/// The site that is asked for.
fn of<'c>(request: &Request, corpus: &'c Corpus, documents: Vec<Document>) -> Result<Site<'c>, Diagnostics> {
    let site = Site::new(corpus, request.url.as_deref())?.with_documents(documents);
    Ok(if request.playground.is_some() { site.with_playground() } else { site })
}

/// The documents that are asked for, each once: two with one path would be one page.
fn documents(request: &Request) -> Result<Vec<Document>, Problem> {
    let mut all: Vec<Document> = Vec::new();
    for file in &request.documents {
        let path = visible(&file.display().to_string().replace('\\', "/"));
        let path = path.strip_prefix("./").unwrap_or(&path).to_owned();
        if all.iter().any(|other| other.path == path) {
            continue;
        }
        let text = fs::read_to_string(file);
        let text = text.map_err(|error| Problem::plain(format!("`{path}` cannot be read: {error}")))?;
        all.push(Document { path, text });
    }
    Ok(all)
}

/// Answers until it is ended. Each page is made of the files as they are when it is asked for.
fn serve(request: &Request, port: u16) -> Result<Ending, Problem> {
    let listener = TcpListener::bind(("127.0.0.1", port))
        .map_err(|error| Problem::plain(format!("port {port} cannot be used: {error}")))?;
    anstream::println!("http://{}/ shows the site; Ctrl-C ends", listener.local_addr()?);
    for stream in listener.incoming() {
        // Who goes away before they are answered wants no answer.
        let _ = stream.and_then(|stream| answer(request, stream));
    }
    Ok(Ending::Passed)
}

fn answer(request: &Request, mut stream: TcpStream) -> std::io::Result<()> {
    let mut line = String::new();
    BufReader::new(&stream).take(8 * 1024).read_line(&mut line)?;
    let path = line.split(' ').nth(1).unwrap_or("/");
    let path = path.split(['?', '#']).next().unwrap_or("/");
    let (status, bytes) = match page(request, path) {
        Ok(Some(bytes)) => ("200 OK", bytes),
        Ok(None) => ("404 Not Found", "There is no such page.".into()),
        Err(mistakes) => ("500 Internal Server Error", mistakes.to_string().into()),
    };
    let kind = match path.rsplit_once('.').map(|(_, ending)| ending) {
        _ if status != "200 OK" => "text/plain; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("json") => "application/json; charset=utf-8",
        Some("lua") => "text/plain; charset=utf-8",
        Some("wasm") => "application/wasm",
        _ => "text/html; charset=utf-8",
    };
    let length = bytes.len();
    write!(stream, "HTTP/1.1 {status}\r\nContent-Type: {kind}\r\nContent-Length: {length}\r\n")?;
    write!(stream, "Cache-Control: no-store\r\nConnection: close\r\n\r\n")?;
    stream.write_all(&bytes)?;
    stream.flush()
}

fn page(request: &Request, path: &str) -> Result<Option<Vec<u8>>, Diagnostics> {
    let built = path.strip_prefix("/play/").filter(|file| PLAYGROUND.contains(file));
    if let (Some(folder), Some(file)) = (&request.playground, built) {
        return Ok(fs::read(folder.join(file)).ok());
    }
    let wrong = |problem: Problem| match problem {
        Problem::Corpus(mistakes) => mistakes,
        _ => Diagnostics(Vec::new()),
    };
    let corpus = request.place.corpus().map_err(wrong)?;
    Ok(of(request, &corpus, documents(request).map_err(wrong)?)?.page(path)?.map(String::into_bytes))
}
