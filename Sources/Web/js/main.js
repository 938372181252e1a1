const page = document.getElementById("page");
if (page) page.textContent = "The web client is being built.";
