"use strict";
(() => {
  const form = document.getElementById("filters");
  if (!form) return;
  const boxes = [...form.querySelectorAll("input")];
  const coded = [...document.querySelectorAll("[data-code]")];
  const details = [...document.querySelectorAll("details")];
  const parts = [...document.querySelectorAll(".kernel"), ...document.querySelectorAll(".file")];

  const filter = () => {
    const on = new Set(boxes.filter((box) => box.checked).map((box) => box.value));
    for (const item of coded) item.hidden = !on.has(item.dataset.code);
    for (const part of parts) part.hidden = !part.querySelector("details:not([hidden])");
    const shown = details.filter((item) => !item.hidden).length;
    document.getElementById("shown").textContent = `${shown} of ${details.length} findings shown`;
  };
  const reveal = () => {
    const target = document.getElementById(location.hash.slice(1));
    if (target instanceof HTMLDetailsElement) {
      target.open = true;
      target.querySelector("summary").focus({ preventScroll: true });
      target.scrollIntoView();
    }
  };
  const everyone = (open) => () => {
    for (const item of details) item.open = open;
  };
  form.addEventListener("change", filter);
  form.addEventListener("submit", (event) => event.preventDefault());
  document.getElementById("open").addEventListener("click", everyone(true));
  document.getElementById("close").addEventListener("click", everyone(false));
  document.getElementById("theme").addEventListener("click", () => {
    const root = document.documentElement;
    const dark = root.dataset.theme
      ? root.dataset.theme === "dark"
      : matchMedia("(prefers-color-scheme: dark)").matches;
    root.dataset.theme = dark ? "light" : "dark";
  });
  addEventListener("hashchange", reveal);
  form.hidden = false;
  filter();
  reveal();
})();
