const version = "{{version}}";

self.addEventListener("install", () => console.info(`Davenport ${version}`));
