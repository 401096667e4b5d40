// Runs the viewer's tests in happy-dom; they read the same golden reports as pytest.
import { defineConfig } from "vitest/config";

export default defineConfig({
  test: { environment: "happy-dom", include: ["test/**/*.test.ts"] },
});
