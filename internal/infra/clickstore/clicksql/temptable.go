package clicksql

import (
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"slices"

	"linnet/internal/core/analytics"
)

// TempTable is a table of numbers that the statements of a query read beside the clicks.
// Lists of links can have millions: the engines receive them as data, because parsing
// 500,000 numbers in the text of a statement takes DuckDB five seconds.
type TempTable struct {
	Name    string
	Columns []string
	Rows    [][]uint64 // by column; all have the same length
}

// Columns of temporary tables.
const (
	linkColumn = "link"
	ofColumn   = "of_id" // the tag or folder
)

// linksTable returns the name of the table with the links of the filter with an index.
func linksTable(filter int) string { return fmt.Sprintf("links_%d", filter) }

// membersTable returns the name of the table with the members of the list with an index.
func membersTable(list int) string { return fmt.Sprintf("members_%d", list) }

// TempTables returns the tables that statements of a query read.
func TempTables(q analytics.Query) (all []TempTable) {
	for i, f := range q.Filters {
		if f.Links != nil {
			all = append(all, TempTable{linksTable(i), []string{linkColumn}, [][]uint64{f.Links.Links}})
		}
	}
	for i, l := range q.Lists {
		if l.Members == nil {
			continue
		}
		links, of := make([]uint64, len(l.Members)), make([]uint64, len(l.Members))
		for n, m := range l.Members {
			links[n], of[n] = m.Link, m.Of
		}
		all = append(all, TempTable{membersTable(i), []string{linkColumn, ofColumn}, [][]uint64{links, of}})
	}
	return all
}

// largeSet is the number of links from which looking up the links of a sample of clicks
// takes longer than a better choice of the statement saves.
const largeSet = 50_000

// WithoutLargeSets returns the query without filters on many links: for a sample of clicks
// by which a statement is chosen.
func WithoutLargeSets(q analytics.Query) analytics.Query {
	q.Filters = slices.Clone(q.Filters) // in their places, which name their tables
	for i, f := range q.Filters {
		if f.Links != nil && len(f.Links.Links) >= largeSet {
			q.Filters[i] = analytics.Filter{Dimension: f.Dimension, Negated: true}
		}
	}
	return q
}

// Digest is a hash of temporary tables.
type Digest [sha256.Size]byte

// DigestOf returns the digest of tables.
func DigestOf(tables []TempTable) Digest {
	h := sha256.New()
	buf := make([]byte, 0, 4096)
	for _, t := range tables {
		buf = binary.LittleEndian.AppendUint64(append(buf, t.Name...), uint64(len(t.Columns)))
		for _, column := range t.Rows {
			buf = binary.LittleEndian.AppendUint64(buf, uint64(len(column)))
			for _, n := range column {
				if buf = binary.LittleEndian.AppendUint64(buf, n); len(buf) > 4000 {
					h.Write(buf)
					buf = buf[:0]
				}
			}
		}
	}
	h.Write(buf)
	return Digest(h.Sum(nil))
}
