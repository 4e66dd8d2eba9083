// Small things for making a page.

/** An element with properties and children; what is false is left out. */
export function el(name, properties = {}, children = []) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(properties)) {
    if (key === "role" || key.startsWith("data-")) made.setAttribute(key, value);
    else made[key] = value;
  }
  made.append(...children.filter((child) => child !== false && child !== null && child !== undefined));
  return made;
}

/** What is to be said now. */
export function status(words, bad = false) {
  const line = document.getElementById("status");
  line.textContent = words;
  line.classList.toggle("bad", bad);
}
