package records

import (
	"context"
	"time"

	"linnet/internal/base/fault"
	"linnet/internal/base/ident"
	"linnet/internal/core/abuse"
	"linnet/internal/core/event"
	"linnet/internal/core/operator"
	"linnet/internal/core/outbox"
)

const caseColumns = `c.id, c.target_id, c.workspace_id, c.short_link, c.state, c.reports, c.action, c.note, c.resolved_by, c.resolved_at,
	c.created_at, c.reported_at`

func caseFields(c *abuse.Case) []any {
	return []any{
		&c.ID, &c.TargetID, &c.WorkspaceID, &c.ShortLink, &c.State, &c.Reports, &c.Action, &c.Note, &c.ResolvedBy, timeField{&c.ResolvedAt},
		timeField{&c.CreatedAt}, timeField{&c.ReportedAt},
	}
}

func scanCase(row scanner) (abuse.Case, error) {
	var c abuse.Case
	err := row.Scan(caseFields(&c)...)
	return c, err
}

// AddAbuseReport stores a report in the open case of its target, or in a new one.
func (s *Store) AddAbuseReport(ctx context.Context, t abuse.Target, r abuse.Report) (open int, err error) {
	err = s.inTx(ctx, func(tx conn) error {
		open = 0
		last, err := queryOne(ctx, tx, scanCase, `SELECT `+caseColumns+` FROM abuse_cases c WHERE c.target_id = $1
			ORDER BY c.created_at DESC, c.id DESC LIMIT 1`+s.d.forUpdate, t.ID)
		none := fault.Is(err, fault.NotFound)
		if err != nil && !none {
			return err
		}
		known := !none && (last.State == abuse.Open || t.Blocked && last.State == abuse.Actioned)
		if known {
			_, err = tx.exec(ctx, `UPDATE abuse_cases SET reports = reports + 1, reported_at = $2 WHERE id = $1`, last.ID, toMillis(r.CreatedAt))
			if err != nil || last.State != abuse.Open {
				return err
			}
		} else if last, err = openCase(ctx, tx, t, r.CreatedAt); err != nil {
			return err
		}
		if open, err = openCases(ctx, tx); err != nil || last.Reports >= abuse.MaxStored {
			return err
		}
		_, err = tx.exec(ctx, `INSERT INTO abuse_reports (id, case_id, reason, details, email, created_at) VALUES ($1, $2, $3, $4, $5, $6)`,
			r.ID, last.ID, string(r.Reason), r.Details, r.Email, toMillis(r.CreatedAt))
		return err
	})
	return open, err
}

func openCases(ctx context.Context, c conn) (int, error) {
	return queryOne(ctx, c, value[int], `SELECT COUNT(*) FROM abuse_cases WHERE state = $1`, string(abuse.Open))
}

func openCase(ctx context.Context, tx conn, t abuse.Target, at time.Time) (abuse.Case, error) {
	n, err := openCases(ctx, tx)
	if err != nil {
		return abuse.Case{}, err
	}
	if n >= abuse.MaxOpen {
		return abuse.Case{}, fault.New(fault.Unavailable, "Too many reports are waiting for a review. Try again tomorrow.")
	}
	c := abuse.Case{ID: ident.New(ident.AbuseCase)}
	_, err = tx.exec(ctx, `INSERT INTO abuse_cases (id, target_id, workspace_id, short_link, state, reports, created_at, reported_at)
		VALUES ($1, $2, $3, $4, $5, 1, $6, $6)`, c.ID, t.ID, t.WorkspaceID, t.ShortLink, string(abuse.Open), toMillis(at))
	return c, err
}

// ForgetAbuse deletes old addresses of reporters and old cases.
func (s *Store) ForgetAbuse(ctx context.Context, emails, cases time.Time) error {
	return s.inTx(ctx, func(tx conn) error {
		if _, err := tx.exec(ctx, `UPDATE abuse_reports SET email = '' WHERE email <> '' AND created_at < $1`, toMillis(emails)); err != nil {
			return err
		}
		_, err := tx.exec(ctx, `DELETE FROM abuse_cases WHERE resolved_at > 0 AND resolved_at < $1`, toMillis(cases))
		return err
	})
}

const abuseColumns = caseColumns + `, COALESCE((SELECT r.reason FROM abuse_reports r WHERE r.case_id = c.id
	GROUP BY r.reason ORDER BY COUNT(*) DESC, r.reason LIMIT 1), ''), COALESCE(l.url, ''), w.name, COALESCE(l.created_at, p.created_at, 0),
	COALESCE(k.clicks, 0) + COALESCE(l.opening_clicks, 0), COALESCE(l.blocked, FALSE), ` + workspaceSuspended + `,
	(COALESCE(l.deleted_at, 0) > 0 OR (l.id IS NULL AND p.id IS NULL))`

const abuseTables = `abuse_cases c JOIN workspaces w ON w.id = c.workspace_id LEFT JOIN links l ON l.id = c.target_id
	LEFT JOIN bio_pages p ON p.id = c.target_id LEFT JOIN link_clicks k ON k.link_id = c.target_id`

func scanAbuseCase(row scanner) (operator.AbuseCase, error) {
	var c operator.AbuseCase
	err := row.Scan(append(caseFields(&c.Case), &c.Reason, &c.URL, &c.WorkspaceName, timeField{&c.LinkCreatedAt}, &c.Clicks, &c.Blocked,
		&c.Suspended, &c.Deleted)...)
	return c, err
}

// ListAbuseCases returns a page of cases, the newest first.
func (s *Store) ListAbuseCases(ctx context.Context, state abuse.State, q operator.Query) (operator.Page[operator.AbuseCase], error) {
	q.State = operator.AnyState
	list := newestList[operator.AbuseCase]{
		columns: abuseColumns, tables: abuseTables, at: `c.created_at`, id: `c.id`, scan: scanAbuseCase,
		key: func(c operator.AbuseCase) (time.Time, string) { return c.CreatedAt, c.ID },
	}
	switch state {
	case abuse.Open, abuse.Actioned, abuse.Dismissed:
		list.where = `c.state = '` + string(state) + `'`
	}
	return listAll(ctx, s.read, &list, q, `LOWER(c.short_link || ' ' || COALESCE(l.url, '') || ' ' || w.name)`, "")
}

// AbuseCase returns a case.
func (s *Store) AbuseCase(ctx context.Context, id string) (operator.AbuseCase, error) {
	c, err := queryOne(ctx, s.read, scanAbuseCase, `SELECT `+abuseColumns+` FROM `+abuseTables+` WHERE c.id = $1`, id)
	return c, notFound(err, "case")
}

// AbuseReports returns the stored reports of a case, the newest first.
func (s *Store) AbuseReports(ctx context.Context, caseID string) ([]abuse.Report, error) {
	return queryAll(ctx, s.read, func(row scanner) (abuse.Report, error) {
		var r abuse.Report
		err := row.Scan(&r.ID, &r.Reason, &r.Details, &r.Email, timeField{&r.CreatedAt})
		return r, err
	}, `SELECT id, reason, details, email, created_at FROM abuse_reports WHERE case_id = $1 ORDER BY created_at DESC, id DESC LIMIT $2`,
		caseID, abuse.MaxStored)
}

// ResolveAbuseCase stores the state of an open case with the mails to its reporters:
// one for each address.
func (s *Store) ResolveAbuseCase(ctx context.Context, c abuse.Case, e event.Event) error {
	return s.inTx(ctx, func(tx conn) error {
		n, err := tx.exec(ctx, `UPDATE abuse_cases SET state = $2, action = $3, note = $4, resolved_by = $5, resolved_at = $6
			WHERE id = $1 AND state = 'open'`, c.ID, string(c.State), string(c.Action), c.Note, c.ResolvedBy, toMillis(c.ResolvedAt))
		if err != nil {
			return err
		}
		if n == 0 {
			return fault.New(fault.Conflict, "This case is already resolved.")
		}
		reporters, err := queryAll(ctx, tx, value[string],
			`SELECT MIN(id) FROM abuse_reports WHERE case_id = $1 AND email <> '' GROUP BY LOWER(email)`, c.ID)
		if err != nil {
			return err
		}
		for _, id := range reporters {
			task, err := outbox.NewTask(abuse.OutcomeMail, ident.New("mail"), abuse.OutcomeData{ReportID: id}, e.At)
			if err != nil {
				return err
			}
			if err := addTasks(ctx, tx, task); err != nil {
				return err
			}
		}
		tx.emit(e)
		return nil
	})
}

// AbuseOutcome returns the address of a reporter, empty if it was deleted, and the
// case of the report.
func (s *Store) AbuseOutcome(ctx context.Context, reportID string) (email string, c abuse.Case, err error) {
	c, err = queryOne(ctx, s.read, func(row scanner) (abuse.Case, error) {
		var c abuse.Case
		err := row.Scan(append(caseFields(&c), &email)...)
		return c, err
	}, `SELECT `+caseColumns+`, r.email FROM abuse_reports r JOIN abuse_cases c ON c.id = r.case_id WHERE r.id = $1`, reportID)
	return email, c, notFound(err, "report")
}

// OperatorIDs returns the ids of the operators of the install.
func (s *Store) OperatorIDs(ctx context.Context) ([]string, error) {
	return queryAll(ctx, s.read, value[string], `SELECT id FROM users WHERE operator_since > 0 AND suspended_at = 0 ORDER BY id LIMIT 100`)
}

// BioPageWorkspace returns the workspace of a bio page.
func (s *Store) BioPageWorkspace(ctx context.Context, id string) (string, error) {
	workspaceID, err := queryOne(ctx, s.read, value[string], `SELECT workspace_id FROM bio_pages WHERE id = $1`, id)
	return workspaceID, notFound(err, "bio page")
}
