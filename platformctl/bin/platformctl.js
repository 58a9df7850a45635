#!/usr/bin/env node
// Not the compiled file itself: npm links it before it exists, and the compiler does not make it executable.
import '../dist/main.js';
