package page

// MaxExportBytes bounds the file of an export of another service.
const MaxExportBytes = 5 << 20

// ExportSource is a service whose export was recognized. The values are part of the
// API.
type ExportSource string

// The sources of exports.
const (
	FromLinktree  ExportSource = "linktree"
	FromLinkStack ExportSource = "linkstack"
	FromHTML      ExportSource = "html" // a saved page of another service
	FromCSV       ExportSource = "csv"
)

// Export is the content of an export of another service. Its blocks are valid and
// have no ids.
type Export struct {
	Source      ExportSource
	Handle      string // may be invalid or taken; empty: unknown
	Title       string
	Description string
	Blocks      []Block
	Skipped     []SkippedEntry // a bounded number
	// SkippedTotal is the number of entries without a block.
	SkippedTotal int
}

// SkippedEntry is an entry of an export without a block.
type SkippedEntry struct {
	Title   string // may be empty
	Address string // may be empty
	Reason  string // a sentence
}
