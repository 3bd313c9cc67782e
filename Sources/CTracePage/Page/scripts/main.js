import { PageApp } from "./app/PageApp.js";
import { openTrace } from "./model/openTrace.js";

new PageApp(document, openTrace).start();
