package linkchange

import (
	"bytes"
	"context"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"

	"linnet/internal/base/csvsafe"
	"linnet/internal/base/fault"
	"linnet/internal/core/job"
)

// row is a row of the report: a link that is changed, with what it was, or with the
// reason why it was not changed.
type row struct {
	ID      string  `json:"id"`
	Version int64   `json:"version,omitempty"`
	Before  Changes `json:"before,omitzero"`
	Message string  `json:"message,omitempty"`
}

func reportHeader() []string { return []string{"linkId", "versionBefore", "before", "message"} }

// appendRows returns a part of the report.
func appendRows(first bool, lists ...[]row) (out []byte, err error) {
	if first {
		out = csvsafe.AppendRow(out, reportHeader())
	}
	for _, rows := range lists {
		for _, r := range rows {
			cells := []string{r.ID, "", "", r.Message}
			if r.Message == "" {
				before, err := json.Marshal(r.Before)
				if err != nil {
					return nil, fmt.Errorf("encode the values before a change: %w", err)
				}
				cells[1], cells[2] = strconv.FormatInt(r.Version, 10), string(before)
			}
			out = csvsafe.AppendRow(out, cells)
		}
	}
	return out, nil
}

// changedRows returns the links that a step changed whose part of the report is at
// position. The next part names those of them that could not be changed. It is
// NotFound behind the last part.
func changedRows(ctx context.Context, files job.FileStore, fileID string, position int64) ([]row, error) {
	rows, _, err := readRows(ctx, files, fileID, position)
	if err != nil {
		return nil, err
	}
	_, failed, err := readRows(ctx, files, fileID, position+1)
	if err != nil && !fault.Is(err, fault.NotFound) {
		return nil, err
	}
	return slices.DeleteFunc(rows, func(r row) bool { return slices.Contains(failed, r.ID) }), nil
}

// readRows returns the links that a part of a report says to be changed, and the ids of
// those that the step before could not change. It is NotFound behind the last part.
func readRows(ctx context.Context, files job.FileStore, fileID string, position int64) (rows []row, failed []string, err error) {
	packed, err := files.Chunk(ctx, fileID, position)
	if err != nil {
		return nil, nil, err
	}
	raw, err := job.Unpack(packed)
	if err != nil {
		return nil, nil, err
	}
	reader := csv.NewReader(bytes.NewReader(raw))
	if position == 0 {
		if _, err := reader.Read(); err != nil {
			return nil, nil, fmt.Errorf("read the header of the report of a change of links: %w", err)
		}
	}
	lines, err := reader.ReadAll()
	if err != nil {
		return nil, nil, fmt.Errorf("read the report of a change of links: %w", err)
	}
	for _, cells := range lines {
		version, err := strconv.ParseInt(cells[1], 10, 64)
		if err != nil {
			failed = append(failed, cells[0])
			continue
		}
		r := row{ID: cells[0], Version: version}
		if err := json.Unmarshal([]byte(csvsafe.Restore(cells[2])), &r.Before); err != nil {
			return nil, nil, fmt.Errorf("decode the values before a change: %w", err)
		}
		rows = append(rows, r)
	}
	return rows, failed, nil
}
