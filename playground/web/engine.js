// Questions to the engine. It runs in a worker; one that panics, or does not answer, is replaced.
const PATIENCE = 20_000;

export class Engine {
  #worker;
  #waiting = new Map();
  #next = 0;
  /** Told of every instance that ended, with the reason. */
  onRestart = () => {};

  constructor() {
    this.#begin();
  }

  #begin() {
    this.#worker = new Worker(new URL("worker.js", import.meta.url), { type: "module" });
    this.#worker.onmessage = ({ data }) => this.#answered(data);
    this.#worker.onerror = (event) => {
      event.preventDefault();
      this.#restart(event.message ?? "it could not be started");
    };
  }

  #answered({ number, answer, error, trapped }) {
    const waiting = this.#waiting.get(number);
    if (!waiting) return;
    if (trapped) return this.#restart(error);
    this.#waiting.delete(number);
    clearTimeout(waiting.timer);
    if (error) waiting.fail(new Error(error));
    else waiting.done(JSON.parse(answer));
  }

  #restart(why) {
    this.#worker.terminate();
    const waiting = [...this.#waiting.values()];
    this.#waiting.clear();
    this.#begin();
    for (const { timer, fail } of waiting) {
      clearTimeout(timer);
      fail(new Restarted(why));
    }
    this.onRestart(why);
  }

  /** What the engine has loaded. */
  loaded() {
    return this.#send(null, 3 * PATIENCE);
  }

  /** Asks, and gives the answer; one that begins with `error` is thrown. */
  async ask(request) {
    const answer = await this.#send(JSON.stringify(request), PATIENCE);
    if (answer.error) throw new Error(answer.error);
    return answer;
  }

  #send(request, patience) {
    return new Promise((done, fail) => {
      const number = this.#next++;
      const timer = setTimeout(() => this.#restart("it took too long"), patience);
      this.#waiting.set(number, { done, fail, timer });
      this.#worker.postMessage({ number, request });
    });
  }
}

/** The engine had to be started anew. */
export class Restarted extends Error {}
