"use strict";
// The replay of a game. It reads the data of the page, and writes every word of it as text.
(() => {
  const at = (id) => document.getElementById(id);
  const game = JSON.parse(at("game").textContent);
  const told = at("told"), opening = at("opening"), place = at("place"), story = at("story"), seats = at("seats").firstElementChild;
  const SPEEDS = [0.5, 1, 2, 4, 8, 16];
  const state = { eyes: 0, step: -1, playing: false, speed: 1, alone: 0, timer: 0 };
  let parts = [], cards = [];

  const eyes = () => game.eyes[state.eyes];
  const make = (tag, name, text) => {
    const made = document.createElement(tag);
    if (name) made.className = name;
    if (text !== undefined) made.textContent = text;
    return made;
  };
  const colour = (style) => "s-" + style.replace(/^seat-(\d+)$/, (_, seat) => "seat-" + ((seat - 1) % 12 + 1));
  const paragraph = (number, name) => {
    const made = make("p", name);
    for (const [style, text] of game.lines[number]) made.append(make("span", colour(style), text));
    return made;
  };

  function part(number) {
    const [kind, , secret, head, lines, thought] = game.blocks[number];
    if (kind === "divider") {
      const made = make("h2");
      made.append(...paragraph(head).childNodes);
      return made;
    }
    const made = make("div", kind + (secret ? " secret" : ""));
    if (head >= 0) made.append(paragraph(head, "head"));
    for (const line of lines) made.append(paragraph(line));
    if (thought) made.append(make("p", "thought", thought));
    return made;
  }

  function look(number) {
    const here = state.step < 0 ? 0 : eyes().steps[state.step][0];
    const opened = state.step < 0;
    state.eyes = number;
    parts = eyes().steps.map((step) => part(step[1]));
    told.replaceChildren(...parts);
    parts.forEach((each, step) => each.addEventListener("click", () => { if (!String(getSelection())) go(step); }));
    place.max = parts.length - 1;
    at("eyes").value = number;
    const cells = eyes().cells.map(([step, , sign, marks]) => {
      const made = make("button", "", marks ? sign + " " + marks : sign);
      made.addEventListener("click", () => go(step));
      return made;
    });
    const summary = make("button", "", "Summary");
    summary.addEventListener("click", () => go(-1));
    at("cells").replaceChildren(summary, ...cells);
    go(opened ? -1 : stepAt(eyes(), here));
  }

  function stepAt(viewer, here) {
    const later = viewer.steps.findIndex((step) => step[0] > here);
    return (later < 0 ? viewer.steps.length : Math.max(later, 1)) - 1;
  }

  // Step -1 is the summary; from step 0 on the transcript is told.
  function go(step, read = true) {
    state.step = Math.min(Math.max(step, -1), parts.length - 1);
    const now = eyes().steps[state.step], last = state.step === parts.length - 1;
    opening.hidden = Boolean(now);
    told.hidden = at("seats").hidden = !now;
    document.body.classList.toggle("opening", !now);
    parts.forEach((each, number) => {
      each.hidden = number > state.step;
      each.classList.toggle("now", number === state.step && each.tagName !== "H2");
    });
    document.body.classList.toggle("night", Boolean(now) && now[4] === 1);
    at("sign").textContent = now && !now[4] ? game.signs.day : game.signs.night;
    at("when").textContent = now ? now[3] : "";
    place.value = state.step;
    at("count").textContent = (state.step + 1) + " / " + parts.length;
    place.setAttribute("aria-valuetext", now ? now[3] + ", " + at("count").textContent : "Summary");
    const here = eyes().cells.findLastIndex((cell) => cell[0] <= state.step) + 1;
    [...at("cells").children].forEach((each, number) => {
      each.className = number === here ? "here" : number < here ? "past" : "";
      if (number === here) each.setAttribute("aria-current", "step"); else each.removeAttribute("aria-current");
      if (number === here) each.scrollIntoView({ block: "nearest", inline: "nearest" });
    });
    if (now) table(game.tables[now[2]]);
    fade();
    const shown = parts[state.step];
    story.scrollTop = state.step > 0 ? shown.offsetTop + Math.min(shown.offsetHeight, story.clientHeight / 2) - story.offsetTop - story.clientHeight * 0.7 : 0;
    at("told-now").textContent = now && read ? shown.innerText : "";
    clearTimeout(state.timer);
    if (state.playing && last) play(false);
    if (state.playing) state.timer = setTimeout(() => go(state.step + 1), 1000 * game.blocks[now[1]][6] / SPEEDS[state.speed]);
    history.replaceState(null, "", now ? "#step-" + stepAt(game.eyes[0], now[0]) : location.href.split("#")[0]);
  }

  function table(numbers) {
    numbers.forEach((number, index) => {
      const [role, words, fell, sheriff, claim, vote] = game.cards[number];
      const card = cards[index], me = eyes().seat === index + 1;
      card.className = "card" + (fell ? " out" : "") + (state.alone === index + 1 ? " alone" : "");
      const name = make("span", colour("seat-" + (index + 1)), (index + 1) + " " + game.names[index]);
      const detail = make("span", "detail");
      if (role) detail.append(make("span", "s-role-" + role, words));
      if (fell) detail.append(make("span", "s-dim", fell));
      if (claim && !fell) detail.append(make("span", "s-quiet", game.signs.claim + (role ? " says " : " claims ") + claim));
      if (!detail.childNodes.length && game.seats.length) detail.append(make("span", "s-dim", game.seats[index]));
      card.replaceChildren(name);
      if (sheriff) card.append(make("span", "s-accent", " " + game.signs.sheriff));
      if (me) card.append(make("span", "s-dim", " eyes"));
      if (vote) card.append(make("span", "s-dim vote", vote));
      card.append(detail);
    });
  }

  function linked() {
    const found = /^#step-(\d+)$/.exec(location.hash);
    return found ? Number(found[1]) : -1;
  }

  function follow() {
    const step = linked();
    if (state.eyes) look(0);
    go(step);
    story.focus({ preventScroll: true });
  }

  function fade() {
    parts.forEach((each, number) => {
      const seat = game.blocks[eyes().steps[number][1]][1];
      each.classList.toggle("aside", state.alone > 0 && each.tagName !== "H2" && seat !== state.alone);
    });
    cards.forEach((card, index) => {
      card.classList.toggle("alone", state.alone === index + 1);
      card.setAttribute("aria-pressed", state.alone === index + 1);
    });
  }

  function alone(seat) {
    state.alone = seat === state.alone || seat > cards.length ? 0 : seat;
    fade();
  }

  function play(wanted) {
    state.playing = wanted && parts.length > 0;
    clearTimeout(state.timer);
    at("play").textContent = wanted ? "‖" : "▶";
    at("play").setAttribute("aria-label", wanted ? "Pause" : "Play");
    if (wanted) go(state.step === parts.length - 1 ? 0 : state.step + 1);
  }

  function pace(steps) {
    state.speed = Math.min(Math.max(state.speed + steps, 0), SPEEDS.length - 1);
    at("speed").textContent = SPEEDS[state.speed] + "x";
  }

  function jump(way, days) {
    const starts = eyes().cells.filter((cell) => !(days && cell[1])).map((cell) => cell[0]);
    const found = way > 0 ? starts.find((step) => step > state.step) : starts.findLast((step) => step < state.step);
    go(found === undefined ? (way > 0 ? parts.length - 1 : -1) : found);
  }

  function unfold() {
    const button = at("thoughts");
    if (button) button.setAttribute("aria-pressed", story.classList.toggle("unfolded"));
  }

  const KEYS = {
    " ": () => play(!state.playing), ".": () => go(state.step + 1), ",": () => go(state.step - 1),
    ArrowRight: () => go(state.step + 1), ArrowLeft: () => go(state.step - 1), "]": () => jump(1), "[": () => jump(-1),
    "}": () => jump(1, true), "{": () => jump(-1, true), "+": () => pace(1), "=": () => pace(1), "-": () => pace(-1),
    Home: () => go(-1), End: () => go(parts.length - 1), t: unfold, v: () => look((state.eyes + 1) % game.eyes.length),
    Escape: () => alone(0),
  };
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const there = event.target.tagName;
    if (there === "SELECT" || (there === "INPUT" && /^(Arrow|Home|End)/.test(event.key)) || (["BUTTON", "SUMMARY"].includes(there) && event.key === " ")) return;
    const deed = /^[1-9]$/.test(event.key) ? () => alone(Number(event.key)) : KEYS[event.key];
    if (deed) { event.preventDefault(); deed(); }
  });

  cards = game.names.map((_, index) => {
    const made = make("button", "card");
    made.addEventListener("click", () => alone(index + 1));
    return made;
  });
  seats.replaceChildren(...cards.map((card) => {
    const made = make("li");
    made.append(card);
    return made;
  }));
  game.eyes.forEach((each, number) => {
    const made = make("option", "", each.name);
    made.value = number;
    at("eyes").append(made);
  });
  at("whose").hidden = game.eyes.length < 2;
  at("eyes").addEventListener("change", (event) => look(Number(event.target.value)));
  place.addEventListener("input", () => go(Number(place.value), false));
  at("back").addEventListener("click", () => go(state.step - 1));
  at("forth").addEventListener("click", () => go(state.step + 1));
  at("play").addEventListener("click", () => play(!state.playing));
  at("slower").addEventListener("click", () => pace(-1));
  at("faster").addEventListener("click", () => pace(1));
  if (at("thoughts")) at("thoughts").addEventListener("click", unfold);
  document.body.classList.add("script");
  at("controls").hidden = false;
  const first = linked();
  pace(0);
  look(0);
  go(first);
  addEventListener("hashchange", follow);
})();
