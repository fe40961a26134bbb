package pageimport

import (
	"encoding/csv"
	"errors"
	"io"
	"slices"
	"strings"

	"linnet/internal/core/page"
)

// fromCSV reads a table with a header: a column for the address, and optionally one
// for the title and one for LinkStack's type of the entry.
func (b *builder) fromCSV(file []byte) error {
	b.result.Source = page.FromCSV
	r := csv.NewReader(strings.NewReader(string(file)))
	r.FieldsPerRecord, r.LazyQuotes = -1, true
	if line, _, _ := strings.Cut(string(file), "\n"); strings.Count(line, ";") > strings.Count(line, ",") {
		r.Comma = ';'
	}
	header, err := r.Read()
	if err != nil {
		return errTable()
	}
	address := column(header, "link", "url", "address", "destination")
	title, kind := column(header, "title", "name", "label"), column(header, "type")
	if address < 0 {
		return errTable()
	}
	for range maxEntries {
		row, err := r.Read()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return errTable()
		}
		cell := func(i int) text {
			if i < 0 || i >= len(row) {
				return ""
			}
			return text(row[i])
		}
		b.linkStackLink(&linkStackLink{Link: cell(address), Title: cell(title), Type: cell(kind)})
	}
	return invalid("The file has too many rows. Import at most 5,000.")
}

func errTable() error {
	return invalid("The file is no JSON, HTML or CSV with links. A CSV file needs a column link or url.")
}

// column returns the index of the first column with one of the names, or -1.
func column(header []string, names ...string) int {
	return slices.IndexFunc(header, func(cell string) bool {
		return slices.Contains(names, strings.ToLower(strings.TrimSpace(cell)))
	})
}
