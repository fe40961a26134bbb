package httpapi

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"linnet/internal/base/csvsafe"
	"linnet/internal/core/audit"
	"linnet/internal/edge/apikit"
)

const (
	formatJSON = "json"
	// auditJSONType distinguishes the file from a response of the API.
	auditJSONType = "application/vnd.linnet.audit+json"
)

// auditFile is the file of an export, which reads the entries while it is sent.
type auditFile struct {
	ctx    context.Context //nolint:containedctx // of the request, which is as long as the file
	export *audit.Export
	json   bool
	rows   int
	ended  bool
	buffer []byte
}

func newAuditFile(ctx context.Context, export *audit.Export, format string) io.ReadCloser {
	f := &auditFile{ctx: ctx, export: export, json: format == formatJSON}
	if f.json {
		f.buffer = []byte("[")
	} else {
		f.buffer = csvsafe.AppendRow(nil, []string{
			"sequence", "at", "actorKind", "actorId", "actorName", "action", "summary",
			"subjectKind", "subjectId", "subjectLabel", "before", "after", "network", "hash",
		})
	}
	return f
}

// Read implements io.Reader.
func (f *auditFile) Read(p []byte) (int, error) {
	for len(f.buffer) == 0 && !f.ended {
		entries, err := f.export.Next(f.ctx)
		switch {
		case errors.Is(err, io.EOF):
			f.ended = true
			if f.json {
				f.buffer = append(f.buffer, "\n]\n"...)
			}
		case err != nil:
			return 0, err
		}
		for _, e := range entries {
			if err := f.append(auditEntryOf(e)); err != nil {
				return 0, err
			}
		}
	}
	if len(f.buffer) == 0 {
		return 0, io.EOF
	}
	n := copy(p, f.buffer)
	f.buffer = f.buffer[n:]
	return n, nil
}

// Close implements io.Closer.
func (f *auditFile) Close() error { return nil }

func (f *auditFile) append(e AuditEntry) error {
	if f.json {
		raw, err := json.Marshal(e)
		if err != nil {
			return fmt.Errorf("encode an entry of the audit log: %w", err)
		}
		if f.rows++; f.rows > 1 {
			f.buffer = append(f.buffer, ',')
		}
		f.buffer = append(append(f.buffer, '\n'), raw...)
		return nil
	}
	before, err := stateCell(e.Before)
	if err != nil {
		return err
	}
	after, err := stateCell(e.After)
	if err != nil {
		return err
	}
	f.buffer = csvsafe.AppendRow(f.buffer, []string{
		strconv.FormatInt(e.Sequence, 10), e.At.Format(time.RFC3339Nano), e.Actor.Kind, e.Actor.ID, e.Actor.Name, e.Action, e.Summary,
		e.Subject.Kind, e.Subject.ID, e.Subject.Label, before, after, apikit.Value(e.Network), e.Hash,
	})
	return nil
}

// stateCell returns a state as JSON, or "" without one.
func stateCell(state map[string]any) (string, error) {
	if state == nil {
		return "", nil
	}
	raw, err := json.Marshal(state)
	if err != nil {
		return "", fmt.Errorf("encode a state of the audit log: %w", err)
	}
	return string(raw), nil
}

// describeAuditExport documents the file, which huma cannot derive.
func describeAuditExport(doc *huma.OpenAPI) {
	file := &huma.MediaType{Schema: apikit.BinarySchema()}
	doc.Paths["/audit-log/export"].Get.Responses["200"] = &huma.Response{
		Description: "The file.", Content: map[string]*huma.MediaType{csvType: file, auditJSONType: file},
	}
}
