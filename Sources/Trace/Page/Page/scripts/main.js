import { PageApp } from "./app/PageApp.js";
import { ComparisonApp, isComparison } from "./comparison/ComparisonApp.js";
import { LiveApp, isLive } from "./live/LiveApp.js";
import { openTrace } from "./model/openTrace.js";

if (isComparison(document)) new ComparisonApp(document).start();
else if (isLive(document)) new LiveApp(document).start();
else new PageApp(document, openTrace).start();
