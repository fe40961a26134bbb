package records

import (
	"context"
	"strings"
	"time"

	"linnet/internal/core/access"
	"linnet/internal/core/event"
	"linnet/internal/core/workspace"
)

const workspaceColumns = `w.id, w.name, w.plan, w.time_zone, w.created_at, w.retention_days, w.deleted_at, w.plan_changed_at,
	COALESCE((SELECT d.id FROM domains d WHERE ` + usedForNewLinks + `), '')`

// usedForNewLinks is true for the domain d that a workspace w has chosen for new links,
// while d serves links of w. Changes of domains leave the choice as it is, so that a
// domain is used again once it is restored.
const usedForNewLinks = `d.id = w.default_domain_id AND d.workspace_id = w.id AND d.served_host = d.host`

func scanWorkspace(row scanner) (workspace.Workspace, error) { return scanWorkspaceAnd(row) }

// scanWorkspaceAnd scans workspaceColumns and further ones.
func scanWorkspaceAnd(row scanner, more ...any) (workspace.Workspace, error) {
	var w workspace.Workspace
	var created, deleted, planChanged int64
	columns := []any{&w.ID, &w.Name, &w.Plan, &w.TimeZone, &created, &w.RetentionDays, &deleted, &planChanged, &w.DefaultDomainID}
	err := row.Scan(append(columns, more...)...)
	w.CreatedAt, w.DeletedAt = fromMillis(created), fromMillis(deleted)
	w.PlanChangedAt = fromMillis(planChanged)
	return w, err
}

// scanMemberWorkspace also scans the role of a member.
func scanMemberWorkspace(row scanner) (workspace.Workspace, error) {
	var role access.Role
	w, err := scanWorkspaceAnd(row, &role)
	w.Role = role
	return w, err
}

// insertWorkspace stores a workspace with its first member.
func insertWorkspace(ctx context.Context, tx conn, w workspace.Workspace, userID string, role access.Role) error {
	_, err := tx.exec(ctx, `INSERT INTO workspaces (id, name, plan, time_zone, created_at, updated_at) VALUES ($1, $2, $3, $4, $5, $5)`,
		w.ID, w.Name, string(w.Plan), w.TimeZone, toMillis(w.CreatedAt))
	if err != nil {
		return err
	}
	return insertMember(ctx, tx, w.ID, userID, role, w.CreatedAt)
}

func insertMember(ctx context.Context, tx conn, workspaceID, userID string, role access.Role, at time.Time) error {
	_, err := tx.exec(ctx, `INSERT INTO members (workspace_id, user_id, role, created_at) VALUES ($1, $2, $3, $4)`,
		workspaceID, userID, string(role), toMillis(at))
	return err
}

// needsSignOn is true for a member m whose session $2 was not made through the
// enforced connection of the workspace. Sessions of programs are empty. Members
// are bound by their address, and by an earlier sign-in whatever their address and
// whether they disconnected it.
const needsSignOn = `EXISTS (
	SELECT 1 FROM sso_connections c
	WHERE c.workspace_id = m.workspace_id AND c.enforced AND m.role <> 'owner' AND $2 <> ''
		AND NOT EXISTS (SELECT 1 FROM sessions s WHERE s.id = $2 AND s.sso_connection_id = c.id)
		AND (m.signed_on OR EXISTS (SELECT 1 FROM sso_domains d JOIN users u ON u.id = m.user_id
			WHERE d.connection_id = c.id AND u.email_folded LIKE '%@' || d.domain)))`

// Membership returns the user's membership in the workspace; an empty workspaceID
// stands for the first one that is not deleted, if possible one that the session
// may open.
func (s *Store) Membership(ctx context.Context, userID, sessionID, workspaceID string) (workspace.Membership, error) {
	m, err := queryOne(ctx, s.read, func(row scanner) (workspace.Membership, error) {
		var m workspace.Membership
		var deleted int64
		err := row.Scan(&m.WorkspaceID, &m.Role, &m.Suspended, &deleted, &m.Restricted, &m.NeedsSignOn)
		m.DeletedAt = fromMillis(deleted)
		return m, err
	}, `
		SELECT m.workspace_id, m.role, `+workspaceSuspended+` AS suspended, w.deleted_at,
			EXISTS (SELECT 1 FROM folders f WHERE f.workspace_id = m.workspace_id AND f.restricted = TRUE),
			`+needsSignOn+` AS needs_sign_on
		FROM members m JOIN workspaces w ON w.id = m.workspace_id
		WHERE m.user_id = $1 AND ($3 = '' AND w.deleted_at = 0 OR m.workspace_id = $3)
		ORDER BY suspended, needs_sign_on, m.created_at, m.workspace_id LIMIT 1`, userID, sessionID, workspaceID)
	return m, notFound(err, "workspace")
}

// Workspace returns one workspace.
func (s *Store) Workspace(ctx context.Context, id string) (workspace.Workspace, error) {
	return oneWorkspace(ctx, s.read, id)
}

func oneWorkspace(ctx context.Context, c conn, id string) (workspace.Workspace, error) {
	w, err := queryOne(ctx, c, scanWorkspace, `SELECT `+workspaceColumns+` FROM workspaces w WHERE w.id = $1`, id)
	return w, notFound(err, "workspace")
}

// Workspaces returns the user's workspaces that are not deleted, in the order of
// joining.
func (s *Store) Workspaces(ctx context.Context, userID string) ([]workspace.Workspace, error) {
	return queryAll(ctx, s.read, scanMemberWorkspace, `
		SELECT `+workspaceColumns+`, m.role FROM workspaces w JOIN members m ON m.workspace_id = w.id
		WHERE m.user_id = $1 AND w.deleted_at = 0 ORDER BY m.created_at, w.id`, userID)
}

// ChangeWorkspace applies edit to a workspace and stores its name, time zone,
// retention and default domain.
func (s *Store) ChangeWorkspace(
	ctx context.Context, id string, at time.Time, edit func(*workspace.Workspace) ([]event.Event, error),
) (workspace.Workspace, error) {
	return change(ctx, s, `workspaces`, id, func(tx conn) (workspace.Workspace, error) { return oneWorkspace(ctx, tx, id) }, edit,
		func(tx conn, before, w workspace.Workspace) error {
			_, err := tx.exec(ctx, `UPDATE workspaces SET name = $2, time_zone = $3, retention_days = $4, updated_at = $5 WHERE id = $1`,
				id, w.Name, w.TimeZone, w.RetentionDays, toMillis(at))
			if err != nil || w.DefaultDomainID == before.DefaultDomainID {
				return err // a deleted domain, which before does not have, stays chosen
			}
			_, err = tx.exec(ctx, `UPDATE workspaces SET default_domain_id = $2 WHERE id = $1`, id, w.DefaultDomainID)
			return err
		})
}

// WorkspacesAfter returns up to limit workspaces with an id above after, by id.
func (s *Store) WorkspacesAfter(ctx context.Context, after string, limit int) ([]workspace.Workspace, error) {
	return queryAll(
		ctx,
		s.read,
		scanWorkspace,
		`SELECT `+workspaceColumns+` FROM workspaces w WHERE w.id > $1 ORDER BY w.id LIMIT $2`,
		after,
		limit,
	)
}

// ForgetClicks stores the event, and deletes the imported clicks and the
// conversions of the event's link.
func (s *Store) ForgetClicks(ctx context.Context, e event.Event) error {
	return s.inTx(ctx, func(tx conn) error {
		n, err := tx.exec(ctx, `UPDATE links SET opening_clicks = 0 WHERE id = $1 AND workspace_id = $2`, e.SubjectID, e.WorkspaceID)
		if err := changedOne(n, err, "link"); err != nil {
			return err
		}
		if err := forgetConversions(ctx, tx, e.WorkspaceID, e.SubjectID); err != nil {
			return err
		}
		if e.Label, err = linkLabel(ctx, tx, e.SubjectID); err != nil {
			return err
		}
		tx.emit(e)
		return nil
	})
}

// linkLabel returns the domain and the first alias of a link, or "".
func linkLabel(ctx context.Context, tx conn, linkID string) (string, error) {
	labels, err := queryAll(ctx, tx, value[string], `
		SELECT d.host || '/' || a.alias FROM aliases a JOIN domains d ON d.id = a.domain_id
		WHERE a.target_id = $1 AND a.position = 0`, linkID)
	return strings.Join(labels, ""), err
}

// FirstWorkspace returns the id of the oldest workspace, or NotFound.
func (s *Store) FirstWorkspace(ctx context.Context) (string, error) {
	id, err := queryOne(ctx, s.read, value[string], `SELECT id FROM workspaces ORDER BY created_at, id LIMIT 1`)
	return id, notFound(err, "workspace")
}

// lockWorkspace serializes transactions that check a bound of the workspace.
func lockWorkspace(ctx context.Context, tx conn, id string) error {
	_, err := queryOne(ctx, tx, value[string], `SELECT id FROM workspaces WHERE id = $1`+tx.d.forUpdate, id)
	return notFound(err, "workspace")
}
