//go:build !sqlite_fts5

package records

// The search of links needs FTS5, which the driver of SQLite has with a build tag only.
// `make` sets the tag; other tools read GOFLAGS=-tags=sqlite_fts5.
var _ = buildWithTheTagSQLiteFTS5
