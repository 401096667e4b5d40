{
  const { dataset } = document.currentScript.parentElement;
  dataset.waiting = "";
  setTimeout(() => delete dataset.waiting, 10_000);
}
