// Search inside the pocket book: words as typed → the numbers of rows, best first. It reads a query as the command line
// does (forms, slang, other words, questions that rules answer, slips of spelling); the score of a row is a sum of its
// features, each times its weight. `search_data.py` says how the data is packed.
const bookSearch = (data, textOf) => {
  const DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
  const LEVELS = 16, ONE = 9.375; // steps of a weight; the level that means 1
  const FORM = 0.92, CUT = 0.8, BEGUN = 0.9, SLIP = 0.75, PHRASE = 0.95, OTHER_NAME = 0.88;
  const MOST_CUT = 40, MOST_WORDS = 32, LEADS = 3, DEFINING = 5, LONGEST_PHRASE = 3;
  const EXACTLY_PHRASE = 8, LOOKED_AT = 30; // points for all words as printed, and rows that are read for it

  const values = new Uint8Array(128);
  for (let at = 0; at < 64; at++) values[DIGITS.charCodeAt(at)] = at;
  const unpack = (text) => {
    const found = [];
    for (let at = 0; at < text.length; at++) {
      let number = 0, shift = 0, value;
      while ((value = values[text.charCodeAt(at)]) > 31) {
        number += (value & 31) << shift;
        shift += 5;
        at++;
      }
      found.push(number + (value << shift));
    }
    return found;
  };

  // --- the data

  const words = data.words.split(" ");
  const groupOf = unpack(data.groups);
  const numberOf = new Map(words.map((word, at) => [word, at]));
  const stopwords = new Set(data.stopwords.split(" "));
  const sorted = words.slice().sort();

  const rowData = unpack(data.rows);
  const rows = rowData.length / 2;
  const parent = (row) => rowData[2 * row - 2];
  const isAside = (row) => rowData[2 * row - 1] & 1;
  const isEntry = (row) => (rowData[2 * row - 1] >> 1) & 1;
  const region = (row) => rowData[2 * row - 1] >> 2;

  const postings = unpack(data.postings);
  const begins = [];
  for (let at = 0; at < postings.length; at += postings[at] + 1) begins.push(at);
  const frequency = (group) => postings[begins[group]] || 0;

  const names = [], namesWith = new Map();
  const known = (word) => groupOf[numberOf.get(word)];
  const withoutStopwords = (list) => {
    const different = [...new Set(list)];
    const telling = different.filter((word) => !stopwords.has(word));
    return telling.length ? telling : different;
  };
  for (let packed = unpack(data.terms), at = 0; at < packed.length; ) {
    const what = packed[at++], rules = packed.slice(at + 1, at + 1 + packed[at]);
    at += 1 + rules.length;
    const term = { naming: what >> 1, exactly: what & 1, rules, names: [] };
    for (let left = packed[at++]; left > 0; left--) {
      const head = packed[at++];
      const parts = packed.slice(at, at + (head >> 1)).map((number) => words[number]);
      at += parts.length;
      const name = { term, own: head & 1, parts, groups: withoutStopwords(parts).map(known) };
      term.names.push(name);
      for (const group of name.groups) {
        if (!namesWith.has(group)) namesWith.set(group, []);
        namesWith.get(group).push(name);
      }
    }
  }

  const questions = [], questionsWith = new Map();
  for (let packed = unpack(data.questions), at = 0, row = 0; at < packed.length; ) {
    row += packed[at];
    const groups = packed.slice(at + 2, at + 2 + packed[at + 1]);
    at += 2 + groups.length;
    for (const group of groups) {
      if (!questionsWith.has(group)) questionsWith.set(group, []);
      questionsWith.get(group).push(questions.length);
    }
    questions.push({ row, groups });
  }
  const rarity = (group) => Math.log(1 + questions.length / (1 + (questionsWith.get(group) || []).length));
  for (const question of questions) question.length = Math.hypot(...question.groups.map(rarity)) || 1;

  const meanings = new Map();
  for (let packed = unpack(data.meanings), at = 0; at < packed.length; ) {
    const phrase = packed.slice(at + 1, at + 1 + packed[at]);
    at += 1 + phrase.length;
    const end = at + 1 + packed[at];
    const found = [];
    for (at++; at < end; ) {
      const groups = packed.slice(at + 2, at + 2 + packed[at + 1]);
      found.push({ weight: packed[at] / 100, groups });
      at += 2 + groups.length;
    }
    meanings.set(phrase.join(" "), found);
  }

  // --- the words of a query

  const fold = (text) => text.toLowerCase().normalize("NFKD").replace(/\p{M}/gu, "").replace(/[‐‑‒–−]/g, "-");
  const CONTRACTED = /\b(can|don|doesn|didn|isn|aren|wasn|weren|won)['’]?t\b/g;
  const wordsOf = (text) =>
    fold(text).replace(CONTRACTED, "$1 t").match(/(?:(?<![\p{L}\p{N}_)\].])[-+](?=\d|[xyn]\b))?[\p{L}\p{N}]+/gu) || [];

  const beginning = (start) => {
    let low = 0, high = sorted.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (sorted[middle] < start) low = middle + 1;
      else high = middle;
    }
    const found = [];
    for (; low < sorted.length && sorted[low].startsWith(start) && found.length < MOST_CUT; low++) {
      if (frequency(known(sorted[low]))) found.push(sorted[low]);
    }
    return found;
  };

  const ENDINGS = [["s", ""], ["es", ""], ["ies", "y"], ["ed", ""], ["ed", "e"], ["ing", ""], ["ing", "e"], ["d", ""]];
  const inflected = (word) => {
    for (const [ending, instead] of ENDINGS) {
      const stem = word.slice(0, -ending.length) + instead;
      if (word.endsWith(ending) && stem.length > 2 && numberOf.has(stem)) return known(stem);
    }
  };

  const slips = (one, other, most) => { // optimal string alignment, or more than `most`
    let before = [], last = Array.from({ length: other.length + 1 }, (_, at) => at);
    for (let i = 1; i <= one.length; i++) {
      const row = [i];
      let least = i;
      for (let j = 1; j <= other.length; j++) {
        const same = one[i - 1] === other[j - 1];
        let cost = Math.min(last[j] + 1, row[j - 1] + 1, last[j - 1] + (same ? 0 : 1));
        if (i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1])
          cost = Math.min(cost, before[j - 2] + 1);
        row.push(cost);
        if (cost < least) least = cost;
      }
      if (least > most) return most + 1;
      before = last;
      last = row;
    }
    return last[other.length];
  };
  const corrected = new Map();
  const corrections = (word) => {
    if (!corrected.has(word)) {
      const most = word.length < 6 ? 1 : word.length < 9 ? 2 : 3;
      const found = [];
      for (const other of words) {
        if (other.length < 3 || Math.abs(other.length - word.length) > most) continue;
        const wrong = slips(word, other, most);
        if (wrong > most) continue;
        const odd = 0.6 * (word[0] !== other[0]) + 0.2 * Math.abs(word.length - other.length) + 0.6 * !frequency(known(other));
        found.push([wrong + odd, known(other)]);
      }
      const least = Math.min(...found.map(([odd]) => odd));
      const likely = found.filter(([odd]) => odd <= least + 0.5).map(([, group]) => group);
      corrected.set(word, { likely, trust: found.length ? Math.max(0.3, 1 - (2 * least) / word.length) : 0.6 });
    }
    return corrected.get(word);
  };

  const split = (word) => {
    for (let cut = 3; cut <= word.length - 3; cut++) {
      const one = word.slice(0, cut), other = word.slice(cut);
      if (frequency(known(one)) && frequency(known(other))) return [one, other];
    }
  };

  const add = (map, key, weight) => map.set(key, Math.max(map.get(key) || 0, weight));

  const readWord = (text) => {
    const word = { text, variants: new Map(), keys: new Map(), phrases: [], trust: 1 };
    const group = numberOf.has(text) ? known(text) : inflected(text);
    if (group !== undefined) {
      word.keys.set(group, 1);
      if (frequency(group)) word.variants.set(group, numberOf.has(text) ? 1 : FORM);
    }
    if (text.length > 3 && !/^[-+]?\d+$/.test(text)) {
      const found = beginning(text);
      const length = word.variants.size ? text.length : Math.min(...found.map((other) => other.length));
      for (const other of found) add(word.variants, known(other), (CUT * length) / other.length);
    }
    return word;
  };

  const addMeanings = (within, found) => {
    const taken = new Set(within.flatMap((word) => [...word.keys.keys()]));
    for (const word of within)
      for (const { weight, groups } of found) {
        if (groups.length > 1) word.phrases.push({ groups, weight: weight * PHRASE });
        else if (within.length === 1 || !taken.has(groups[0])) add(word.variants, groups[0], weight);
      }
  };

  const namedTerms = (list, typed) => {
    const likely = new Set(list.flatMap((word) => [...word.keys.keys()].flatMap((key) => namesWith.get(key) || [])));
    const sentence = ` ${typed.join(" ")} `;
    const found = [];
    for (const name of likely) {
      if (name.groups.length > list.length) continue;
      if (name.term.exactly && !sentence.includes(` ${name.parts.join(" ")} `)) continue;
      if (name.term.naming === 1 && name.groups.length === 1 && name.parts.length > 1)
        if (!name.parts.every((part) => !stopwords.has(part) || typed.includes(part))) continue;
      const within = [];
      let sure = 1;
      for (const group of name.groups) {
        let best = null;
        for (const word of list)
          if (!within.includes(word) && (word.keys.get(group) || 0) > (best ? best.keys.get(group) || 0 : 0)) best = word;
        if (!best) break;
        sure = Math.min(sure, best.keys.get(group));
        within.push(best);
      }
      if (within.length < name.groups.length) continue;
      const whole = within.length === list.length && name.parts.length === typed.length;
      found.push({ name, within, sure, whole, own: name.term.naming === 0 && name.own });
    }
    return found.sort((one, other) => other.name.groups.length - one.name.groups.length);
  };

  const understand = (text) => {
    const typed = wordsOf(text).slice(0, 2 * MOST_WORDS)
      .flatMap((word) => (numberOf.has(word) || inflected(word) !== undefined || beginning(word).length ? word : split(word) || word));
    const list = withoutStopwords(typed).slice(0, MOST_WORDS).map(readWord);
    const last = typed[typed.length - 1];
    if (typed.length && /[\p{L}\p{N}]$/u.test(text) && !(frequency(known(last)) && !stopwords.has(last))) {
      const found = beginning(last);
      let word = list.find((each) => each.text === last);
      if (found.length && !word) list.push((word = { text: last, variants: new Map(), keys: new Map(), phrases: [], trust: 1 }));
      for (const other of found) {
        add(word.variants, known(other), BEGUN);
        add(word.keys, known(other), BEGUN);
      }
    }
    for (let at = 1; at < typed.length; at++) { // text box → textbox
      const joined = typed[at - 1] + typed[at];
      if (frequency(known(joined)))
        for (const word of list) if (word.text === typed[at - 1] || word.text === typed[at]) add(word.variants, known(joined), FORM);
    }
    let terms = namedTerms(list, typed);
    const own = new Set(terms.filter((term) => term.own).flatMap((term) => term.within));
    for (let size = 1; size <= LONGEST_PHRASE; size++)
      for (let at = 0; at + size <= typed.length; at++) {
        const phrase = typed.slice(at, at + size);
        const found = meanings.get(phrase.map((word) => known(word) ?? inflected(word)).join(" "));
        if (!found) continue;
        let within = list.filter((word) => phrase.includes(word.text) && !own.has(word));
        if (!within.length && size > 1 && !phrase.some((word) => list.some((other) => other.text === word))) {
          within = [{ text: phrase.join(" "), variants: new Map(), keys: new Map(), phrases: [], trust: 1 }];
          list.push(...within);
        }
        addMeanings(within, found);
      }
    let misspelt = false;
    for (const word of list) {
      const isOfPlayers = [...word.keys.keys()].some((key) => namesWith.has(key) || (questionsWith.get(key) || []).length > 1);
      if (word.variants.size || word.phrases.length || isOfPlayers) continue;
      const { likely, trust } = word.text.length > 2 && !/\d/.test(word.text) ? corrections(word.text) : { likely: [], trust: 0.6 };
      word.trust = trust;
      misspelt = misspelt || likely.length > 0;
      word.misspelt = likely.length > 0;
      for (const group of likely) {
        if (frequency(group)) add(word.variants, group, SLIP);
        add(word.keys, group, SLIP);
      }
    }
    if (misspelt) terms = namedTerms(list, typed);
    for (const { name, within, sure } of terms)
      addMeanings(within, name.term.names.filter((other) => other.own && other !== name && other.groups.length)
        .map((other) => ({ weight: OTHER_NAME * sure, groups: other.groups })).filter((other) => other.groups.every(frequency)));
    return { typed, list, terms };
  };

  // --- the score of each row

  const matches = (word) => {
    const found = new Map();
    for (const [group, weight] of word.variants) {
      for (let at = begins[group] + 1, row = 0, end = at + frequency(group); at < end; at++) {
        row += Math.floor(postings[at] / LEVELS);
        const held = (weight * (postings[at] % LEVELS)) / ONE;
        if (held > (found.get(row) || 0)) found.set(row, held);
      }
    }
    for (const { groups, weight } of word.phrases) {
      const common = groups.map(rowsOf).reduce((one, other) => new Set([...one].filter((row) => other.has(row))));
      for (const row of common) add(found, row, weight);
    }
    return found;
  };
  const rowsOf = (group) => {
    const found = new Set();
    for (let at = begins[group] + 1, row = 0, end = at + frequency(group); at < end; at++)
      found.add((row += Math.floor(postings[at] / LEVELS)));
    return found;
  };

  const weigh = (word) => {
    const { variants, trust } = word;
    if (!variants.size) return trust * Math.pow(Math.log(1 + rows), 0.85) * 0.5;
    const most = Math.max(...variants.values());
    const often = Math.max(...[...variants].filter(([, weight]) => weight >= most * FORM).map(([group]) => frequency(group)));
    return trust * Math.pow(Math.log(1 + rows / (1 + often)), 0.85);
  };

  const likeness = (list) => {
    const asked = list.map((word) => {
      let keys = [...word.keys.keys()].filter((key) => questionsWith.has(key));
      if (!keys.length) keys = [...word.variants].sort((one, other) => other[1] - one[1]).slice(0, 1).map(([group]) => group);
      const found = new Set(keys.flatMap((key) => questionsWith.get(key) || []));
      return [word.trust * Math.log(1 + questions.length / (1 + found.size)), found];
    });
    const length = Math.hypot(...asked.map(([weight]) => weight)) || 1;
    const held = new Map();
    for (const [weight, found] of asked)
      for (const question of found) held.set(question, (held.get(question) || 0) + weight * weight);
    const best = new Map();
    for (const [question, sum] of held) add(best, questions[question].row, sum / length / questions[question].length);
    return best;
  };

  const features = (text) => {
    const { typed, list, terms } = understand(text);
    const weights = list.map(weigh);
    const total = weights.reduce((sum, weight) => sum + weight, 0) || 1;
    const first = new Map();
    list.forEach((word, at) => {
      for (const [row, held] of matches(word)) first.set(row, (first.get(row) || 0) + (held * weights[at]) / total);
    });
    const named = [new Map(), new Map(), new Map()], asked = new Map();
    const share = new Map(list.map((word, at) => [word, weights[at] / total]));
    for (const { name, within, sure, whole } of terms) {
      const covered = within.reduce((sum, word) => sum + share.get(word), 0) * sure;
      for (const rule of name.term.rules.slice(0, DEFINING)) add(named[name.term.naming], rule, covered);
    }
    const sentence = typed.join(" ");
    const order = (one, other) => other.sure - one.sure || (other.name.parts.join(" ") === sentence) - (one.name.parts.join(" ") === sentence) || (other.own ? 1 : 0) - (one.own ? 1 : 0);
    for (const { name } of terms.filter((term) => term.whole).sort(order))
      for (const rule of name.term.rules.slice(0, LEADS)) if (!asked.has(rule)) asked.set(rule, 1 / (1 + asked.size));
    const alike = likeness(list);
    const all = new Set([...first.keys(), ...alike.keys(), ...named.flatMap((each) => [...each.keys()])]);
    const found = [];
    for (const row of all) {
      if (isAside(row)) continue;
      const of = (map) => map.get(row) || 0;
      found.push([row, {
        first: of(first), question: of(alike), asked: of(asked), slang: of(named[1]),
        interaction: of(named[2]), entry: isEntry(row), keyword: +(region(row) === 1), variant: +(region(row) === 2),
        parent: first.get(parent(row)) || 0,
      }]);
    }
    return { found, typed };
  };

  const search = (text, most) => {
    const { found, typed } = features(text);
    const scored = found.map(([row, own]) => [Object.keys(own).reduce((sum, name) => sum + own[name] * data.weights[name], 0), row]);
    const best = (one, other) => other[0] - one[0] || one[1] - other[1];
    scored.sort(best);
    if (typed.length > 3 && textOf) {
      const sentence = ` ${typed.join(" ")} `;
      for (const each of scored.slice(0, LOOKED_AT))
        if (` ${wordsOf(textOf(each[1])).join(" ")} `.includes(sentence)) each[0] += EXACTLY_PHRASE;
      scored.sort(best);
    }
    return scored.slice(0, most).map(([, row]) => row);
  };
  const finds = (text) => { // whether a word of a row is one of the words that were asked for
    const { list } = understand(text);
    const wanted = new Set(list.flatMap((word) => [...word.variants.keys(), ...word.phrases.flatMap((each) => each.groups)]));
    return (word) => wordsOf(word).some((part) => wanted.has(known(part)) && !stopwords.has(part));
  };
  return { search, features, finds };
};
