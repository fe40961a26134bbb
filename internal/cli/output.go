package cli

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"text/tabwriter"
)

// asJSON adds --json to a command.
type asJSON struct {
	JSON bool `name:"json" help:"Print JSON."`
}

// print writes v as JSON with --json, else calls plain.
func (o asJSON) print(w io.Writer, v any, plain func(w io.Writer) error) error {
	if !o.JSON {
		return plain(w)
	}
	encoder := json.NewEncoder(w)
	encoder.SetIndent("", "  ")
	return encoder.Encode(v)
}

type listing struct {
	asJSON
	Search string `help:"List only items whose name or email address contains this text."`
	Limit  int    `help:"Maximum number of items." default:"1000"`
}

// done prints the result of a command.
func (o asJSON) done(s streams, v map[string]any, sentence string) error {
	return o.print(s.out, v, func(w io.Writer) error {
		_, err := fmt.Fprintln(w, sentence)
		return err
	})
}

func state(suspended bool) string {
	if suspended {
		return "suspended"
	}
	return "active"
}

// table writes rows in aligned columns.
func table(w io.Writer, rows [][]string) error {
	t := tabwriter.NewWriter(w, 0, 4, 2, ' ', 0)
	for _, row := range rows {
		if _, err := fmt.Fprintln(t, strings.Join(row, "\t")); err != nil {
			return err
		}
	}
	return t.Flush()
}
