package transfer

import (
	"bytes"
	"context"
	"errors"
	"io"

	"linnet/internal/base/csvsafe"
	"linnet/internal/core/access"
	"linnet/internal/core/job"
)

// RetrievedHeader returns the beginning of a file of links that another service returned.
func RetrievedHeader() []byte {
	header := make([]string, len(columns))
	for i, field := range Fields() {
		header[i] = string(field)
	}
	return csvsafe.NewFile(header...)
}

// AppendRetrieved appends a link to such a file.
func AppendRetrieved(out []byte, cells map[Field]string) []byte {
	row := make([]string, len(columns))
	for i, field := range Fields() {
		row[i] = cells[field]
	}
	return csvsafe.AppendRow(out, row)
}

// RetrievedRows returns the links of a chunk of such a file, each with its cells. It is NotFound
// behind the last chunk. A chunk begins with a row.
func RetrievedRows(ctx context.Context, files job.FileStore, fileID string, chunk int64) ([]map[Field]string, error) {
	packed, err := files.Chunk(ctx, fileID, chunk)
	if err != nil {
		return nil, err
	}
	text, err := job.Unpack(packed)
	if err != nil {
		return nil, err
	}
	rows := newLines(bytes.NewReader(bytes.TrimPrefix(text, []byte(csvsafe.ByteOrderMark))), ',', 0, 1)
	var out []map[Field]string
	for first := chunk == 0; ; first = false {
		cells, _, err := rows.next()
		if errors.Is(err, io.EOF) {
			return out, nil
		}
		if err != nil {
			return nil, err
		}
		if first {
			continue // the header
		}
		row := map[Field]string{}
		for i, field := range Fields() {
			if i < len(cells) && cells[i] != "" {
				row[field] = csvsafe.Restore(cells[i])
			}
		}
		out = append(out, row)
	}
}

// RetrievalOf returns the id of the retrieval whose links an import has; empty: it is of a file.
func RetrievalOf(j job.Job) string {
	set, err := decode[settings](j.Params)
	if err != nil || j.Kind != job.Import {
		return ""
	}
	return set.Layout.RetrievalID
}

// DraftRetrieved makes the draft of an import of such a file, which a retrieval wrote, with the
// links of a service. Its faults are those of Upload.
func (s *Service) DraftRetrieved(ctx context.Context, a access.Actor, retrievalID, service string, file io.Reader) (job.Job, error) {
	if err := access.Require(a, access.WriteLinks); err != nil {
		return job.Job{}, err
	}
	if err := s.jobs.CheckRoom(ctx, a.WorkspaceID); err != nil {
		return job.Job{}, err
	}
	return s.keep(ctx, a, service+".csv", file, origin{retrievalID, service})
}
