// Package compat holds the documentation of the drop-in APIs, from which the server renders the
// page /docs/compat.
package compat

import "embed"

// Files are README.md and a file for each drop-in API, such as kutt.md.
//
//go:embed *.md
var Files embed.FS
