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

//nolint:gochecknoglobals // immutable
var caseTable = tableOf("case", `abuse_cases c`, caseColumns)

func caseColumns(c *abuse.Case) []column {
	return []column{
		fixed("id", &c.ID),
		fixed("target_id", &c.TargetID),
		fixed("workspace_id", &c.WorkspaceID),
		fixed("short_link", &c.ShortLink),
		col("state", &c.State),
		fixed("reports", &c.Reports),
		col("action", &c.Action),
		col("note", &c.Note),
		col("resolved_by", &c.ResolvedBy),
		col("resolved_at", &c.ResolvedAt),
		fixed("created_at", &c.CreatedAt),
		fixed("reported_at", &c.ReportedAt),
	}
}

//nolint:gochecknoglobals // immutable
var reportTable = tableOf("report", `abuse_reports`, func(r *abuse.Report) []column {
	return []column{
		fixed("id", &r.ID),
		fixed("reason", &r.Reason),
		fixed("details", &r.Details),
		fixed("email", &r.Email),
		fixed("language", &r.Language),
		fixed("created_at", &r.CreatedAt),
	}
})

// AddAbuseReport stores a report in the open case of its target, or in a new one.
func (s *Store) AddAbuseReport(ctx context.Context, t abuse.Target, r abuse.Report) (open int, err error) {
	err = s.inTx(ctx, func(tx conn) error {
		open = 0
		last, err := caseTable.one(ctx, tx, `WHERE c.target_id = $1
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
		return reportTable.insert(ctx, tx, &r, initial("case_id", last.ID))
	})
	return open, err
}

func openCases(ctx context.Context, c conn) (int, error) {
	return c.count(ctx, `abuse_cases WHERE state = $1`, string(abuse.Open))
}

func openCase(ctx context.Context, tx conn, t abuse.Target, at time.Time) (abuse.Case, error) {
	n, err := openCases(ctx, tx)
	if err != nil {
		return abuse.Case{}, err
	}
	if n >= abuse.MaxOpen {
		return abuse.Case{}, fault.New(fault.Unavailable, "Too many reports are waiting for a review. Try again tomorrow.")
	}
	c := abuse.Case{
		ID:          ident.New(ident.AbuseCase),
		TargetID:    t.ID,
		WorkspaceID: t.WorkspaceID,
		ShortLink:   t.ShortLink,
		State:       abuse.Open,
		Reports:     1,
		CreatedAt:   at,
		ReportedAt:  at,
	}
	err = caseTable.insert(ctx, tx, &c)
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

// reportedTable has cases with their links or bio pages.
//
//nolint:gochecknoglobals // immutable
var reportedTable = tableOf("case", `
	abuse_cases c JOIN workspaces w ON w.id = c.workspace_id LEFT JOIN links l ON l.id = c.target_id
	LEFT JOIN bio_pages p ON p.id = c.target_id LEFT JOIN link_clicks k ON k.link_id = c.target_id`,
	func(c *operator.AbuseCase) []column {
		return append(caseColumns(&c.Case),
			computed(`COALESCE((SELECT r.reason FROM abuse_reports r WHERE r.case_id = c.id
				GROUP BY r.reason ORDER BY COUNT(*) DESC, r.reason LIMIT 1), '')`, &c.Reason),
			computed("COALESCE(l.url, '')", &c.URL),
			computed("w.name", &c.WorkspaceName),
			computed("COALESCE(l.created_at, p.created_at, 0)", &c.LinkCreatedAt),
			computed("COALESCE(k.clicks + k.opening, 0)", &c.Clicks),
			computed("COALESCE(l.blocked, FALSE)", &c.Blocked),
			computed(workspaceSuspended, &c.Suspended),
			computed("(COALESCE(l.deleted_at, 0) > 0 OR (l.id IS NULL AND p.id IS NULL))", &c.Deleted),
		)
	})

// ListAbuseCases returns a page of cases, the newest first.
func (s *Store) ListAbuseCases(ctx context.Context, state abuse.State, q operator.Query) (operator.Page[operator.AbuseCase], error) {
	q.State = operator.AnyState
	list := newestList[operator.AbuseCase]{
		table: reportedTable,
		at:    `c.created_at`,
		id:    `c.id`,
		key:   func(c operator.AbuseCase) (time.Time, string) { return c.CreatedAt, c.ID },
	}
	switch state {
	case abuse.Open, abuse.Actioned, abuse.Dismissed:
		list.where = `c.state = '` + string(state) + `'`
	}
	return listAll(ctx, s.read, &list, q, `LOWER(c.short_link || ' ' || COALESCE(l.url, '') || ' ' || w.name)`, "")
}

// AbuseCase returns a case.
func (s *Store) AbuseCase(ctx context.Context, id string) (operator.AbuseCase, error) {
	return reportedTable.one(ctx, s.read, `WHERE c.id = $1`, id)
}

// AbuseReports returns the stored reports of a case, the newest first.
func (s *Store) AbuseReports(ctx context.Context, caseID string) ([]abuse.Report, error) {
	return reportTable.all(ctx, s.read, `WHERE case_id = $1 ORDER BY created_at DESC, id DESC LIMIT $2`, caseID, abuse.MaxStored)
}

// ResolveAbuseCase stores the state of an open case with the mails to its reporters:
// one for each address.
func (s *Store) ResolveAbuseCase(ctx context.Context, c abuse.Case, e event.Event) error {
	return s.inTx(ctx, func(tx conn) error {
		n, err := tx.exec(ctx, caseTable.set+caseTable.byKey+` AND state = 'open'`, caseTable.updated(&c)...)
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

// AbuseOutcome returns the address of a reporter, empty if it was deleted, with its
// language, and the case of the report.
func (s *Store) AbuseOutcome(ctx context.Context, reportID string) (to abuse.Reporter, c abuse.Case, err error) {
	c, err = queryOne(ctx, s.read, caseTable.scan(&to.Email, &to.Language), `
		SELECT `+caseTable.list+`, r.email, r.language FROM abuse_reports r JOIN abuse_cases c ON c.id = r.case_id
		WHERE r.id = $1`, reportID)
	return to, c, notFound(err, "report")
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
