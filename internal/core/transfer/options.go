package transfer

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"

	"linnet/internal/base/fault"
)

// Policy selects what an import does with a row whose alias is taken.
type Policy string

// The policies. Update changes the workspace's own link with that alias; the row
// fails when the alias belongs to another workspace or to a deleted link.
const (
	Skip   Policy = "skip"
	Suffix Policy = "suffix" // launch becomes launch-2
	Update Policy = "update"
)

// Options are the settings of an import.
type Options struct {
	// Mapping has the header of the column of each field; nil: detect them from
	// the headers.
	Mapping    map[Field]string
	OnConflict Policy // empty: Skip
	// Domain is the host for rows that name none, or one that is not the
	// workspace's; empty: the workspace's domain of new links.
	Domain string
	// DryRun reports what would happen and changes nothing.
	DryRun bool
	// Partly imports what the plan has room for, where that is not all.
	Partly bool
}

// layout is the detected format of an uploaded file.
type layout struct {
	Comma   byte     `json:"comma"`
	Headers []string `json:"headers"`
	Start   int64    `json:"start"` // of the first row of links, in bytes
	Line    int      `json:"line"`  // of the same
	Rows    int      `json:"rows"`
	Service string   `json:"service"`
	// RetrievalID is the job that wrote the file, of what another service returned; empty: none.
	RetrievalID string `json:"retrievalId,omitempty"`
}

// ours reports whether Linnet wrote the file, so that each cell is what it says.
func (l layout) ours() bool { return l.RetrievalID != "" || l.Service == linnetExport }

// settings are the params of an import's job: the layout, and the options as they
// were decided.
type settings struct {
	Layout     layout  `json:"layout"`
	Mapping    Mapping `json:"mapping"`
	OnConflict Policy  `json:"onConflict"`
	Domain     string  `json:"domain"`
	DryRun     bool    `json:"dryRun"`
}

// mark is the checkpoint of an import's job.
type mark struct {
	Offset  int64 `json:"offset"`
	Line    int   `json:"line"`
	Row     int   `json:"row"`
	Created int   `json:"created"`
	Updated int   `json:"updated"`
	Skipped int   `json:"skipped"`
	Failed  int   `json:"failed"`
	Chunk   int64 `json:"chunk"` // of the report, the next one
}

// decode reads the JSON of a job's own.
func decode[T any](raw []byte) (T, error) {
	var v T
	if err := json.Unmarshal(raw, &v); err != nil {
		return v, fmt.Errorf("transfer: %w", err)
	}
	return v, nil
}

func encode(v any) []byte {
	raw, err := json.Marshal(v)
	if err != nil { // numbers and texts always marshal
		return nil
	}
	return raw
}

// decided judges options for a file.
func (o Options) decided(l layout) (settings, error) {
	p := settings{Layout: l, OnConflict: o.OnConflict, Domain: o.Domain, DryRun: o.DryRun, Mapping: suggest(l.Headers)}
	var faults fault.List
	switch o.OnConflict {
	case "":
		p.OnConflict = Skip
	case Skip, Suffix, Update:
	default:
		faults.Add("onConflict", "Choose skip, suffix or update.")
	}
	if o.Mapping != nil {
		p.Mapping = Mapping{}
	}
	for _, field := range slices.Sorted(maps.Keys(o.Mapping)) {
		at := "mapping." + string(field)
		if !slices.Contains(Fields(), field) {
			faults.Add(at, "Links have no such field.")
			continue
		}
		column := slices.Index(l.Headers, o.Mapping[field])
		if column < 0 {
			faults.Add(at, fmt.Sprintf("The file has no column “%s”.", short(o.Mapping[field])))
			continue
		}
		p.Mapping[field] = column
	}
	if _, ok := p.Mapping[URL]; !ok {
		faults.Add("mapping.url", "Select the column of the destinations.")
	}
	return p, faults.Err()
}

// short bounds a text of a file in a sentence.
func short(text string) string {
	if runes := []rune(text); len(runes) > 60 {
		return string(runes[:60]) + "…"
	}
	return text
}

// unnamed begins the names of columns that have none.
const unnamed = "Column "
