package transfer

import (
	"context"
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

// DraftRetrieved makes the draft of an import of such a file, with the links of a service. Its
// faults are those of Upload.
func (s *Service) DraftRetrieved(ctx context.Context, a access.Actor, service string, file io.Reader) (job.Job, error) {
	if err := access.Require(a, access.WriteLinks); err != nil {
		return job.Job{}, err
	}
	if err := s.jobs.CheckRoom(ctx, a.WorkspaceID); err != nil {
		return job.Job{}, err
	}
	return s.keep(ctx, a, service+".csv", file, service)
}
