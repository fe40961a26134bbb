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
	export *audit.Export
	json   bool
	rows   int
}

func newAuditFile(ctx context.Context, export *audit.Export, format string) io.ReadCloser {
	f := &auditFile{export: export, json: format == formatJSON}
	head := []byte("[")
	if !f.json {
		head = csvsafe.NewFile(
			"sequence", "at", "actorKind", "actorId", "actorName", "action", "summary",
			"subjectKind", "subjectId", "subjectLabel", "before", "after", "network", "hash",
		)
	}
	return apikit.GeneratedFile(head, func(buffer []byte) ([]byte, error) { return f.next(ctx, buffer) })
}

// next appends the next entries.
func (f *auditFile) next(ctx context.Context, buffer []byte) ([]byte, error) {
	entries, end := f.export.Next(ctx)
	if end != nil && !errors.Is(end, io.EOF) {
		return buffer, end
	}
	var err error
	for _, e := range entries {
		if buffer, err = f.append(buffer, auditEntryOf(e)); err != nil {
			return buffer, err
		}
	}
	if f.json && end != nil {
		buffer = append(buffer, "\n]\n"...)
	}
	return buffer, end
}

func (f *auditFile) append(buffer []byte, e AuditEntry) ([]byte, error) {
	if f.json {
		raw, err := json.Marshal(e)
		if err != nil {
			return buffer, fmt.Errorf("encode an entry of the audit log: %w", err)
		}
		if f.rows++; f.rows > 1 {
			buffer = append(buffer, ',')
		}
		return append(append(buffer, '\n'), raw...), nil
	}
	before, err := stateCell(e.Before)
	if err != nil {
		return buffer, err
	}
	after, err := stateCell(e.After)
	if err != nil {
		return buffer, err
	}
	return csvsafe.AppendRow(buffer, []string{
		strconv.FormatInt(e.Sequence, 10), e.At.Format(time.RFC3339Nano), e.Actor.Kind, e.Actor.ID, e.Actor.Name, e.Action, e.Summary,
		e.Subject.Kind, e.Subject.ID, e.Subject.Label, before, after, apikit.Value(e.Network), e.Hash,
	}), nil
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
		Description: "The file.",
		Content:     map[string]*huma.MediaType{csvType: file, auditJSONType: file},
	}
}
