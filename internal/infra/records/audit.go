package records

import (
	"context"
	"strings"

	"linnet/internal/core/audit"
	"linnet/internal/core/event"
)

// AuditRecords returns the matching events of a workspace, newest first, at most
// q.Limit and about maxEventBytes, and whether there are more.
func (s *Store) AuditRecords(ctx context.Context, workspaceID string, q audit.Query) (found []audit.Record, more bool, err error) {
	where := auditQuery(workspaceID, q)
	if q.Before > 0 {
		where.and(`seq < ` + where.arg(q.Before))
	}
	count, size := 0, 0
	var previous string
	read := chainTable.scan(&previous)
	scan := func(row scanner) (r audit.Record, err error) {
		if more = count == q.Limit || size > maxEventBytes; more {
			return r, errStop
		}
		r.Chained, err = read(row)
		r.Previous = []byte(previous)
		count++
		size += len(r.Data) + len(previous)
		return r, err
	}
	found, err = queryAll(ctx, s.read, scan, `
		SELECT `+chainTable.list+`, CASE WHEN kind IN `+linkVersionKinds+` THEN COALESCE((
			SELECT b.data FROM events b WHERE b.subject_id = events.subject_id AND b.seq < events.seq
				AND b.kind IN `+linkVersionKinds+` ORDER BY b.seq DESC LIMIT 1), '') ELSE '' END
		FROM events`+where.whereText()+` ORDER BY seq DESC LIMIT `+where.arg(q.Limit+1), where.args...)
	return found, more, err
}

// CountAuditRecords returns the number of matching events.
func (s *Store) CountAuditRecords(ctx context.Context, workspaceID string, q audit.Query) (int, error) {
	where := auditQuery(workspaceID, q)
	return s.read.count(ctx, `events`+where.whereText(), where.args...)
}

// auditQuery returns the conditions of a query.
func auditQuery(workspaceID string, q audit.Query) *linkQuery {
	where := &linkQuery{args: []any{workspaceID}, where: []string{`workspace_id = $1`}}
	kinds := make([]string, len(q.Kinds))
	for i, kind := range q.Kinds {
		kinds[i] = where.arg(string(kind))
	}
	where.and(`kind IN (` + strings.Join(kinds, ",") + `)`)
	switch q.Actor {
	case "":
	case string(event.System):
		where.and(`actor_kind IN (` + where.arg(q.Actor) + `,` + where.arg(string(event.Operator)) + `)`)
	default:
		where.and(`actor_id = ` + where.arg(q.Actor))
	}
	if q.Subject != "" {
		where.and(`subject_id = ` + where.arg(q.Subject))
	}
	if !q.From.IsZero() {
		where.and(`at >= ` + where.arg(toMillis(q.From)))
	}
	if !q.To.IsZero() {
		where.and(`at < ` + where.arg(toMillis(q.To)))
	}
	for _, word := range strings.Fields(q.Search) {
		like := func(text string) string {
			return ` LIKE ` + where.arg("%"+likeLiteral.Replace(text)+"%") + ` ESCAPE '!'`
		}
		// SQLite's LOWER changes only ASCII letters.
		where.and(`(LOWER(subject_label)` + like(strings.ToLower(word)) + ` OR subject_label` + like(word) + `)`)
	}
	return where
}
