package transfer

import (
	"encoding/json"
	"slices"
	"strconv"
)

// exportColumns returns the columns of an export, in their order.
func exportColumns() []column {
	out := make([]column, 0, len(columns))
	for _, field := range exportOrder() {
		at := slices.IndexFunc(columns, func(c column) bool { return c.field == field })
		out = append(out, columns[at])
	}
	for _, c := range columns {
		if c.cell != nil && !slices.Contains(exportOrder(), c.field) {
			out = append(out, c)
		}
	}
	return out
}

// object returns a link as a JSON object with the columns as its fields. Empty
// texts are null.
func object(r row, columns []column) ([]byte, error) {
	out := []byte{'{'}
	for i, c := range columns {
		value, err := json.Marshal(c.jsonValue(r))
		if err != nil {
			return nil, err
		}
		if i > 0 {
			out = append(out, ',')
		}
		out = strconv.AppendQuote(out, string(c.field))
		out = append(append(out, ':'), value...)
	}
	return append(out, '}'), nil
}

func (c *column) jsonValue(r row) any {
	if c.value != nil {
		return c.value(r)
	}
	if cell := c.cell(r); cell != "" {
		return cell
	}
	return nil
}
