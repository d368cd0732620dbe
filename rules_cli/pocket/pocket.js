// The page of the pocket book: search as you type, rules in a sheet, kept rules. Text of a book is data: it is only ever
// moved as nodes or set as text.
(() => {
  const MOST_SHOWN = 20, MOST_RECENT = 12, SNIPPET = 220;
  const { captions, books } = JSON.parse(document.getElementById("data").textContent);
  const byId = (id) => document.getElementById(id);
  const q = byId("q"), results = byId("results"), nothing = byId("nothing"), sheet = byId("sheet"), kept = byId("case");
  const make = (tag, text, attributes = {}) => {
    const element = document.createElement(tag);
    if (text) element.textContent = text;
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
    return element;
  };
  const button = (text, act) => {
    const element = make("button", text, { type: "button" });
    element.addEventListener("click", act);
    return element;
  };

  // --- books

  let book = null;
  const squeeze = (number) => number.toLowerCase().replace(/[^\p{L}\p{N}#]/gu, "");
  for (const each of books) {
    each.root = document.querySelector(`.book[data-book="${CSS.escape(each.slug)}"]`);
    each.line = document.querySelector(`.source[data-book="${CSS.escape(each.slug)}"]`);
  }
  const numberOf = (row) => row.id.slice(book.prefix.length);
  const choose = (chosen) => {
    if (book === chosen) return;
    book = chosen;
    for (const each of books) each.root.hidden = each.line.hidden = each !== book;
    if (!book.rows) {
      book.rows = [...book.root.querySelectorAll(".r")];
      book.places = new Map(book.rows.map((row, at) => [row.id, at]));
      book.squeezed = book.rows.map((row) => squeeze(numberOf(row)));
      book.engine = bookSearch(book.search, (row) => book.rows[row - 1].textContent);
    }
    if (byId("book")) byId("book").value = book.slug;
  };

  // --- numbers as people type them

  const bare = (text) => {
    let typed = text.trim().toLowerCase().replace(/^(?:rules?|section|regras?|§+|cr)\s*/, "");
    for (const name of [book.slug, book.name.toLowerCase()])
      if (name && typed.startsWith(name) && /^[\s:]/.test(typed.slice(name.length))) typed = typed.slice(name.length + 1);
    return typed.replace(/(\d)o(?=[\d.])/g, "$10").replace(/[[\]().:\s]+$/, "");
  };
  const at = (number) => book.squeezed.indexOf(squeeze(number));
  const byNumber = (text) => { // the rows that a number means; null if it is no number
    const typed = bare(text);
    if (!/\d/.test(typed) || /[\p{L}]{3}/u.test(typed.replace(/^[\p{L}.-]+(?=[.\d])/u, ""))) return null;
    const range = /^(.*?)\s*(?:-|–|—|\.\.|\bto\b)\s*([\p{L}\p{N}.]+)$/u.exec(typed);
    if (range && at(typed) < 0) {
      const first = at(range[1]), tail = range[2];
      const last = Math.max(at(tail), at(range[1].replace(/(?:[a-z]+|\d+)$/, tail)));
      if (first >= 0 && last >= first) return book.rows.slice(first, last + 1);
    }
    const wanted = squeeze(typed);
    const exact = book.rows.filter((_, place) => book.squeezed[place].split("#")[0] === wanted);
    const below = book.rows.filter((row, place) => book.squeezed[place].startsWith(wanted) && !exact.includes(row));
    const found = exact.concat(below);
    return found.length || /^\d[\d.\-() ]*[a-z]{0,2}$/.test(typed) ? found : null;
  };

  // --- results

  const titleOf = (row) => {
    for (let place = book.places.get(row.id); place >= 0; place = book.search.parents[place] - 1) {
      const title = book.rows[place].querySelector(":scope > h2, :scope > h3, :scope > h4, :scope > h5, :scope > h6, :scope > b");
      if (title) return title.textContent.replace(/^\S*\d\S*\s/, "");
    }
    return "";
  };
  const textOf = (row) => [...row.querySelectorAll(":scope > p:not([class])")].map((each) => each.textContent).join(" ");
  const cutAround = (text, isFound) => {
    const sentences = text.split(/(?<=[.!?]["”']?)\s+(?=\S)/);
    let best = 0, most = -1;
    sentences.forEach((sentence, place) => {
      const found = new Set((sentence.match(/[\p{L}\p{N}'’+-]+/gu) || []).filter(isFound)).size;
      if (found > most) [best, most] = [place, found];
    });
    const from = text.length <= SNIPPET ? 0 : best;
    let cut = text.length <= SNIPPET ? text : sentences.slice(from).join(" ");
    if (cut.length > SNIPPET) cut = `${cut.slice(0, cut.lastIndexOf(" ", SNIPPET))}…`;
    return from ? `…${cut}` : cut;
  };
  const marked = (text, isFound) => {
    const span = make("span");
    let end = 0;
    for (const found of text.matchAll(/[\p{L}\p{N}'’+-]+/gu)) {
      if (!isFound(found[0])) continue;
      span.append(text.slice(end, found.index), make("mark", found[0]));
      end = found.index + found[0].length;
    }
    span.append(text.slice(end));
    return span;
  };
  const show = (typed) => {
    const text = typed.trim();
    document.body.classList.toggle("searching", text !== "");
    let rows = text ? byNumber(text) : [];
    const byWords = rows === null;
    if (byWords) rows = book.engine.search(typed, MOST_SHOWN).map((row) => book.rows[row - 1]);
    const isFound = byWords ? book.engine.finds(typed) : () => false;
    results.replaceChildren(...rows.slice(0, MOST_SHOWN).map((row) => {
      const number = numberOf(row);
      const link = make("a", "", { href: `#${encodeURIComponent(row.id)}` });
      const title = titleOf(row);
      link.append(make("b", number), title && title !== number ? ` ${title}` : "", marked(cutAround(textOf(row), isFound), isFound));
      const item = make("li", "", { "data-number": number });
      item.append(link);
      return item;
    }));
    results.hidden = !rows.length;
    nothing.hidden = !text || rows.length > 0;
    nothing.textContent = nothing.hidden ? "" : captions.nothing;
    results.dataset.for = typed;
  };

  // --- where the page is: what was typed, a rule, or the contents

  const go = (change) => {
    try {
      change();
    } catch {
      // A few browsers give a page on disk no history; everything else works without.
    }
  };
  const fromHash = () => {
    let id = location.hash.slice(1);
    try {
      id = decodeURIComponent(id);
    } catch {
      return null;
    }
    const exact = byId(id);
    if (exact && exact.classList.contains("r")) return exact;
    const short = squeeze(id.replace(/^R(?=\d)/, ""));
    const [slug, number] = id.includes(":") ? id.split(/:(.*)/s) : ["", ""];
    const named = books.find((each) => each.slug === slug);
    if (named) {
      choose(named);
      return byId(named.prefix + number);
    }
    const place = short ? at(short) : -1;
    return place < 0 ? null : book.rows[place];
  };
  const follow = () => {
    if (sheet.open) sheet.close();
    const row = location.hash.length > 1 ? fromHash() : null;
    if (!row) {
      q.value = (history.state && history.state.q) || "";
      show(q.value);
      return;
    }
    const owner = books.find((each) => each.root.contains(row));
    choose(owner);
    show("");
    q.value = "";
    remember(row);
    row.scrollIntoView();
  };
  const typed = () => {
    const state = { q: q.value };
    if (location.hash.length > 1) go(() => history.pushState(state, "", "#"));
    else go(() => history.replaceState(state, ""));
    show(q.value);
    scrollTo(0, 0);
  };

  // --- the sheet of a rule

  const link = (row) => make("a", numberOf(row), { href: `#${encodeURIComponent(row.id)}` });
  const citing = (row) => {
    const name = book.name ? `${book.name} ${numberOf(row)}` : `${book.slug}:${numberOf(row)}`;
    return `${name}${book.edition ? ` (${book.edition})` : ""} ${textOf(row) || titleOf(row)}`;
  };
  const usedBy = (row) => {
    if (!book.used) {
      book.used = new Map();
      for (const each of book.rows)
        for (const anchor of each.querySelectorAll("p a")) {
          const target = decodeURIComponent(anchor.hash.slice(1));
          if (!book.used.has(target)) book.used.set(target, new Set());
          book.used.get(target).add(each);
        }
    }
    return [...(book.used.get(row.id) || [])];
  };
  const below = (row) => {
    const found = [];
    const place = book.places.get(row.id) + 1;
    for (let next = place; next < book.rows.length && book.search.parents[next] === place; next++) found.push(book.rows[next]);
    return found;
  };
  let shown = [];
  const open = (row) => {
    shown.push(row);
    remember(row);
    const copy = row.cloneNode(true);
    copy.removeAttribute("id");
    const says = make("span", "", { class: "says", role: "status" });
    const actions = make("div", "", { class: "actions" });
    if (shown.length > 1) actions.append(button(captions.back, () => open((shown.pop(), shown.pop()))));
    actions.append(
      button(captions.copy, async () => {
        try {
          await navigator.clipboard.writeText(citing(row));
          says.textContent = captions.copied;
        } catch {
          getSelection().selectAllChildren(copy);
        }
      }),
      button(captions.keep, () => { keep(row); says.textContent = captions.kept; }),
      button(captions.go, () => { closeSheet(); location.hash = encodeURIComponent(row.id); }),
    );
    if (navigator.share) actions.append(button(captions.share, () => navigator.share({ text: citing(row) }).catch(() => {})));
    actions.append(button(captions.close, closeSheet), says);
    const more = below(row).map((each) => {
      const child = each.cloneNode(true);
      child.removeAttribute("id");
      return child;
    });
    const used = usedBy(row);
    const details = make("details", "", { class: "used" });
    details.append(make("summary", captions.used.replace("{0}", used.length)), ...used.map(link));
    sheet.replaceChildren(copy, ...more, ...(used.length ? [details] : []), actions);
    if (!sheet.open) {
      go(() => history.pushState({ ...history.state, sheet: true }, ""));
      sheet.showModal();
    }
    sheet.scrollTop = 0;
  };
  const closeSheet = () => {
    if (sheet.open) sheet.close();
    if (kept.open) kept.close();
  };
  sheet.addEventListener("close", () => {
    shown = [];
    if (history.state && history.state.sheet) go(() => history.replaceState({ ...history.state, sheet: false }, ""));
  });

  // --- kept rules and rules read last, where the browser stores them

  const stored = (name, value) => {
    try {
      if (value !== undefined) localStorage.setItem(`rules ${name} ${book.slug}`, JSON.stringify(value));
      return JSON.parse(localStorage.getItem(`rules ${name} ${book.slug}`)) || [];
    } catch {
      return value || [];
    }
  };
  const keep = (row) => stored("kept", [...new Set([...stored("kept"), row.id])]);
  const remember = (row) => stored("read", [row.id, ...stored("read").filter((id) => id !== row.id)].slice(0, MOST_RECENT));
  const openCase = () => {
    const rows = (name) => stored(name).map(byId).filter(Boolean);
    const own = rows("kept").sort((one, other) => book.places.get(one.id) - book.places.get(other.id));
    const says = make("span", "", { class: "says", role: "status" });
    const actions = make("div", "", { class: "actions" });
    if (own.length)
      actions.append(
        button(captions.copy, () => navigator.clipboard.writeText(own.map(citing).join("\n\n")).then(() => (says.textContent = captions.copied), () => {})),
        button(captions.clear, () => { stored("kept", []); openCase(); }),
      );
    actions.append(button(captions.close, closeSheet), says);
    const copies = own.map((row) => {
      const copy = row.cloneNode(true);
      copy.removeAttribute("id");
      return copy;
    });
    const recent = rows("read");
    kept.replaceChildren(
      make("h2", captions.kept), ...(own.length ? copies : [make("p", captions.empty)]), actions,
      ...(recent.length ? [make("h2", captions.recent), ...recent.map((row) => {
        const line = make("p");
        line.append(link(row), ` ${titleOf(row)}`);
        return line;
      })] : []),
    );
    if (!kept.open) kept.showModal();
  };

  // --- taps and keys

  document.addEventListener("click", (event) => {
    const anchor = event.target.closest("a");
    if (!anchor || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const row = byId(decodeURIComponent(anchor.hash.slice(1)));
    if (!row || !row.classList.contains("r")) return;
    if (anchor.closest("#results, .book > nav")) return; // these lead to the rule in its place
    event.preventDefault();
    if (kept.open) kept.close();
    open(row);
  });
  q.addEventListener("input", typed);
  q.form.addEventListener("submit", (event) => {
    event.preventDefault();
    const first = results.querySelector("a");
    if (first) first.click();
  });
  document.addEventListener("keydown", (event) => {
    if (sheet.open || kept.open) return;
    const links = [...results.querySelectorAll("a")];
    const place = links.indexOf(document.activeElement);
    if (event.key === "/" && document.activeElement !== q) q.focus();
    else if (event.key === "Escape" && q.value) { q.value = ""; typed(); q.focus(); }
    else if (event.key === "ArrowDown" && !results.hidden) (links[place + 1] || links[place]).focus();
    else if (event.key === "ArrowUp" && place >= 0) (links[place - 1] || q).focus();
    else return;
    event.preventDefault();
  });
  byId("to-search").addEventListener("click", () => { q.focus(); q.select(); });
  byId("to-contents").addEventListener("click", () => { q.value = ""; typed(); scrollTo(0, 0); });
  byId("to-case").addEventListener("click", openCase);
  if (byId("book"))
    byId("book").addEventListener("change", (event) => { choose(books.find((each) => each.slug === event.target.value)); typed(); });
  addEventListener("popstate", () => { if (sheet.open) sheet.close(); else follow(); });

  requestAnimationFrame(() => setTimeout(() => {
    choose(books[0]);
    q.disabled = false;
    if (byId("book")) byId("book").disabled = false;
    byId("bar").hidden = false;
    follow();
  }));
})();
