package records

import (
	"cmp"
	"context"
	"strings"
	"time"

	"linnet/internal/core/access"
	"linnet/internal/core/account"
	"linnet/internal/core/event"
	"linnet/internal/core/link"
	"linnet/internal/core/operator"
	"linnet/internal/core/plan"
)

//nolint:gochecknoglobals // immutable
var listedUsers = newestList[operator.User]{
	table: tableOf("user", `users u`, func(u *operator.User) []column {
		return []column{
			fixed("id", &u.ID),
			fixed("email", &u.Email),
			computed("u.first_name || ' ' || u.last_name", &u.Name),
			fixed("created_at", &u.CreatedAt),
			computed("u.suspended_at > 0", &u.Suspended),
			computed("u.operator_since > 0", &u.Operator),
			computed("(SELECT COUNT(*) FROM members m WHERE m.user_id = u.id)", &u.Workspaces),
			computed("(SELECT COUNT(*) FROM sessions s WHERE s.user_id = u.id)", &u.Sessions),
			computed("COALESCE((SELECT MAX(s.last_seen_at) FROM sessions s WHERE s.user_id = u.id), 0)", &u.LastSeenAt),
		}
	}),
	at:  `u.created_at`,
	id:  `u.id`,
	key: func(u operator.User) (time.Time, string) { return u.CreatedAt, u.ID },
}

// ListUsers returns a page of users by email address and name, the newest first.
func (s *Store) ListUsers(ctx context.Context, q operator.Query) (operator.Page[operator.User], error) {
	return listAll(ctx, s.read, &listedUsers, q, `u.email_folded || ' ' || LOWER(u.first_name || ' ' || u.last_name)`, `u.suspended_at > 0`)
}

//nolint:gochecknoglobals // immutable
var listedWorkspaces = newestList[operator.Workspace]{
	table: tableOf("workspace", `(SELECT w.*, COALESCE((SELECT u.email FROM members m JOIN users u ON u.id = m.user_id
			WHERE m.workspace_id = w.id AND m.role = 'owner' ORDER BY m.created_at, u.id LIMIT 1), '') AS owner
		FROM workspaces w) w`,
		func(w *operator.Workspace) []column {
			return []column{
				computed("w.id", &w.ID),
				computed("w.name", &w.Name),
				computed("w.plan", &w.Plan),
				computed("w.owner", &w.Owner),
				computed("w.created_at", &w.CreatedAt),
				computed(workspaceSuspended, &w.Suspended),
				computed("w.deleted_at", &w.DeletedAt),
				computed("("+sumOfLinks+"link_counts c WHERE c.workspace_id = w.id AND c.state <> 'deleted')", &w.Links),
				computed("(SELECT COUNT(*) FROM members m WHERE m.workspace_id = w.id)", &w.Members),
				computed("(SELECT COUNT(*) FROM domains d WHERE d.workspace_id = w.id AND d.deleted_at = 0)", &w.Domains),
			}
		}),
	at:  `w.created_at`,
	id:  `w.id`,
	key: func(w operator.Workspace) (time.Time, string) { return w.CreatedAt, w.ID },
}

// ListWorkspaces returns a page of workspaces by id, name and owner, the newest
// first.
func (s *Store) ListWorkspaces(ctx context.Context, q operator.Query) (operator.Page[operator.Workspace], error) {
	return listAll(ctx, s.read, &listedWorkspaces, q, `w.id || ' ' || LOWER(w.name || ' ' || w.owner)`, workspaceSuspended)
}

//nolint:gochecknoglobals // immutable
var listedDomains = newestList[operator.Domain]{
	table: tableOf("domain", `domains d LEFT JOIN workspaces w ON w.id = d.workspace_id`, func(d *operator.Domain) []column {
		return []column{
			fixed("id", &d.ID),
			fixed("host", &d.Host),
			fixed("workspace_id", &d.WorkspaceID),
			computed("COALESCE(w.name, '')", &d.WorkspaceName),
			fixed("status", &d.Status),
			fixed("created_at", &d.CreatedAt),
			fixed("checked_at", &d.CheckedAt),
			fixed("failing_since", &d.FailingSince),
			computed("("+sumOfLinks+"link_counts c WHERE c.domain_id = d.id AND c.state <> 'deleted')", &d.Links),
		}
	}),
	where: `d.deleted_at = 0`,
	at:    `d.created_at`,
	id:    `d.id`,
	key:   func(d operator.Domain) (time.Time, string) { return d.CreatedAt, d.ID },
}

// ListAllDomains returns a page of the domains of all workspaces by host and
// workspace, the newest first.
func (s *Store) ListAllDomains(ctx context.Context, q operator.Query) (operator.Page[operator.Domain], error) {
	q.State = operator.AnyState
	return listAll(ctx, s.read, &listedDomains, q, `d.host || ' ' || LOWER(COALESCE(w.name, ''))`, "")
}

//nolint:gochecknoglobals // immutable
var listedLinks = newestList[operator.Link]{
	table: tableOf("link", `links l JOIN domains d ON d.id = l.domain_id JOIN workspaces w ON w.id = l.workspace_id
		JOIN aliases a ON a.target_id = l.id AND a.position = 0 LEFT JOIN link_clicks c ON c.link_id = l.id`,
		func(l *operator.Link) []column {
			return []column{
				fixed("id", &l.ID),
				computed("d.host || '/' || a.alias", &l.ShortLink),
				fixed("url", &l.URL),
				fixed("workspace_id", &l.WorkspaceID),
				computed("w.name", &l.WorkspaceName),
				computed("COALESCE("+allClicks+", 0)", &l.Clicks),
				fixed("created_at", &l.CreatedAt),
				fixed("blocked", &l.Blocked),
				computed("l.deleted_at > 0", &l.Deleted),
			}
		}),
	at:  `l.created_at`,
	id:  `l.id`,
	key: func(l operator.Link) (time.Time, string) { return l.CreatedAt, l.ID },
}

// FindLinks returns the link with an id, or, without one, a page of the links whose
// destination contains q.Search, the newest first.
func (s *Store) FindLinks(ctx context.Context, id string, q operator.Query) (operator.Page[operator.Link], error) {
	search := `LOWER(l.url)`
	if id != "" {
		q.Search, search = id, `l.id`
	}
	q.State = operator.AnyState
	return listAll(ctx, s.read, &listedLinks, q, search, "")
}

// listAll returns a page of a list over all workspaces. search is the column that
// contains q.Search, in lower case; suspended the condition that q.State selects by.
func listAll[T any](
	ctx context.Context, c conn, l *newestList[T], q operator.Query, search, suspended string,
) (operator.Page[T], error) {
	w := linkQuery{where: []string{cmp.Or(l.where, `1 = 1`)}}
	if text := strings.ToLower(strings.TrimSpace(q.Search)); text != "" {
		w.and(search + ` LIKE ` + w.arg("%"+likeLiteral.Replace(text)+"%") + ` ESCAPE '!'`)
	}
	switch q.State {
	case operator.Active:
		w.and(`NOT ` + suspended)
	case operator.Suspended:
		w.and(suspended)
	case operator.AnyState:
	}
	p, err := newest(ctx, c, &w, l, q.Cursor, q.Limit)
	return operator.Page[T]{Items: p.rows, Next: p.next, Total: p.total}, err
}

// InstallCounts returns the number of records of each kind.
func (s *Store) InstallCounts(ctx context.Context) (operator.Counts, error) {
	return queryOne(ctx, s.read, func(row scanner) (operator.Counts, error) {
		var c operator.Counts
		err := row.Scan(&c.Users, &c.SuspendedUsers, &c.Workspaces, &c.SuspendedWorkspaces, &c.Domains, &c.FailingDomains,
			&c.Links, &c.BlockedLinks, &c.OpenAbuseCases, &c.WaitingTasks, &c.FailedTasks)
		return c, err
	}, `SELECT
		(SELECT COUNT(*) FROM users), (SELECT COUNT(*) FROM users WHERE suspended_at > 0),
		(SELECT COUNT(*) FROM workspaces WHERE deleted_at = 0), (SELECT COUNT(*) FROM workspaces w WHERE `+workspaceSuspended+` AND w.deleted_at = 0),
		(SELECT COUNT(*) FROM domains WHERE deleted_at = 0), (SELECT COUNT(*) FROM domains WHERE deleted_at = 0 AND status = 'failing'),
		(`+sumOfLinks+`link_counts c WHERE c.state <> 'deleted'), (`+sumOfLinks+`link_counts c WHERE c.state = 'blocked'),
		(SELECT COUNT(*) FROM abuse_cases WHERE state = 'open'),
		(SELECT COUNT(*) FROM tasks WHERE dead_at = 0), (SELECT COUNT(*) FROM tasks WHERE dead_at > 0)`)
}

// IsOperator reports whether the user is an operator and not suspended.
func (s *Store) IsOperator(ctx context.Context, userID string) (bool, error) {
	n, err := s.read.count(ctx, `users WHERE id = $1 AND operator_since > 0 AND suspended_at = 0`, userID)
	return n > 0, err
}

// SetOperator grants or revokes the operator flag of a user.
func (s *Store) SetOperator(ctx context.Context, userID string, isOperator bool, e event.Event) error {
	since := int64(0)
	if isOperator {
		since = toMillis(e.At)
	}
	return s.changeOne(ctx, "user", e, `UPDATE users SET operator_since = $2 WHERE id = $1`, userID, since)
}

// DeleteSessions deletes all sessions of a user.
func (s *Store) DeleteSessions(ctx context.Context, userID string, e event.Event) error {
	return s.inTx(ctx, func(tx conn) error {
		if _, err := queryOne(ctx, tx, value[string], `SELECT id FROM users WHERE id = $1`, userID); err != nil {
			return notFound(err, "user")
		}
		if _, err := tx.exec(ctx, `DELETE FROM sessions WHERE user_id = $1`, userID); err != nil {
			return err
		}
		tx.emit(e)
		return nil
	})
}

// UserIDByEmail returns the id of the user with an email address, ignoring case.
func (s *Store) UserIDByEmail(ctx context.Context, email string) (string, error) {
	found, err := s.AccountByEmail(ctx, account.FoldEmail(email))
	return found.ID, err
}

// SetPlan sets the package of a workspace and ends its trial. It returns Conflict
// for a workspace with a subscription.
func (s *Store) SetPlan(ctx context.Context, workspaceID string, name plan.Name, e event.Event) error {
	return s.inTx(ctx, func(tx conn) error {
		if err := checkNoSubscription(ctx, tx, workspaceID, "The workspace pays for a subscription, which sets its plan. Cancel it first."); err != nil {
			return err
		}
		if err := setPlan(ctx, tx, workspaceID, name, e.At); err != nil {
			return err
		}
		tx.emit(e)
		return setBasePlan(ctx, tx, workspaceID, string(name), e.At)
	})
}

// LinkAnywhere returns a link of any workspace, also a deleted one.
func (s *Store) LinkAnywhere(ctx context.Context, id string) (*link.Link, error) {
	return linkAnywhere(ctx, s.read, id)
}

func linkAnywhere(ctx context.Context, c conn, id string) (*link.Link, error) {
	workspaceID, err := queryOne(ctx, c, value[string], `SELECT workspace_id FROM links WHERE id = $1`, id)
	if err != nil {
		return nil, notFound(err, "link")
	}
	for _, deleted := range []bool{false, true} {
		if found, err := linksByID(ctx, c, access.WholeWorkspace(workspaceID), []string{id}, deleted); err != nil || len(found) == 1 {
			return only(found), err
		}
	}
	return nil, link.ErrNotFound()
}

func only(links []*link.Link) *link.Link {
	if len(links) == 0 {
		return nil
	}
	return links[0]
}

// ChangeLinkBlock applies edit to a link, also a deleted one, and stores whether it is
// blocked, its version and the deny-list that blocks it.
func (s *Store) ChangeLinkBlock(
	ctx context.Context, id, feedID string, edit func(*link.Link) ([]event.Event, error),
) (*link.Link, error) {
	l, err := change(ctx, s, `links`, id, func(tx conn) (link.Link, error) {
		l, err := linkAnywhere(ctx, tx, id)
		if err != nil {
			return link.Link{}, err
		}
		return *l, nil
	}, edit, func(tx conn, before, l link.Link) error {
		if err := storeFirstVersion(ctx, tx, &before); err != nil {
			return err
		}
		_, err := tx.exec(ctx, `UPDATE links SET blocked = $2, version = $3, updated_at = $4 WHERE id = $1`,
			id, l.Blocked, l.Version, toMillis(l.UpdatedAt))
		if err != nil {
			return err
		}
		return setLinkFeed(ctx, tx, &l, feedID)
	})
	return &l, err
}

// Refresh notifies all subscribers that anything may have changed, as after a
// change by another process that no event arrived of.
func (s *Store) Refresh() { s.publish(event.Event{}) }
