package records

import (
	"context"
	"strings"
	"time"

	"linnet/internal/core/access"
	"linnet/internal/core/event"
	"linnet/internal/core/member"
	"linnet/internal/core/workspace"
)

//nolint:gochecknoglobals // immutable
var workspaceTable = tableOf("workspace", `workspaces w`, func(w *workspace.Workspace) []column {
	return []column{
		fixed("id", &w.ID),
		col("name", &w.Name),
		fixed("plan", &w.Plan),
		col("time_zone", &w.TimeZone),
		fixed("created_at", &w.CreatedAt),
		col("retention_days", &w.RetentionDays),
		computed("w.deleted_at", &w.DeletedAt),
		computed("w.plan_changed_at", &w.PlanChangedAt),
		computed(`COALESCE((SELECT d.id FROM domains d WHERE `+usedForNewLinks+`), '')`, &w.DefaultDomainID),
	}
})

// usedForNewLinks is true for the domain d that a workspace w has chosen for new links,
// while d serves links of w. Changes of domains leave the choice as it is, so that a
// domain is used again once it is restored.
const usedForNewLinks = `d.id = w.default_domain_id AND d.workspace_id = w.id AND d.served_host = d.host`

// memberWorkspaces returns the workspaces of members m that a WHERE clause selects, with
// the members' roles.
func memberWorkspaces(ctx context.Context, c conn, where string, args ...any) ([]workspace.Workspace, error) {
	var role access.Role
	read := workspaceTable.scan(&role)
	return queryAll(ctx, c, func(row scanner) (workspace.Workspace, error) {
		w, err := read(row)
		w.Role = role
		return w, err
	}, `SELECT `+workspaceTable.list+`, m.role FROM workspaces w JOIN members m ON m.workspace_id = w.id `+where, args...)
}

// insertWorkspace stores a workspace with its first member.
func insertWorkspace(ctx context.Context, tx conn, w workspace.Workspace, userID string, role access.Role) error {
	if err := workspaceTable.insert(ctx, tx, &w, initial("updated_at", &w.CreatedAt)); err != nil {
		return err
	}
	return insertMember(ctx, tx, w.ID, userID, role, w.CreatedAt)
}

func insertMember(ctx context.Context, tx conn, workspaceID, userID string, role access.Role, at time.Time) error {
	return memberTable.insert(ctx, tx, &member.Member{WorkspaceID: workspaceID, UserID: userID, Role: role, JoinedAt: at})
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

// membershipTable has the memberships of a user as seen from the session $2.
//
//nolint:gochecknoglobals // immutable
var membershipTable = tableOf("workspace", `members m JOIN workspaces w ON w.id = m.workspace_id`,
	func(m *workspace.Membership) []column {
		return []column{
			fixed("workspace_id", &m.WorkspaceID),
			col("role", &m.Role),
			computed(workspaceSuspended+` AS suspended`, &m.Suspended),
			computed("w.deleted_at", &m.DeletedAt),
			computed(`EXISTS (SELECT 1 FROM folders f WHERE f.workspace_id = m.workspace_id AND f.restricted = TRUE)`, &m.Restricted),
			computed(needsSignOn+` AS needs_sign_on`, &m.NeedsSignOn),
		}
	})

// Membership returns the user's membership in the workspace; an empty workspaceID
// stands for the first one that is not deleted, if possible one that the session
// may open.
func (s *Store) Membership(ctx context.Context, userID, sessionID, workspaceID string) (workspace.Membership, error) {
	return membershipTable.one(ctx, s.read, `
		WHERE m.user_id = $1 AND ($3 = '' AND w.deleted_at = 0 OR m.workspace_id = $3)
		ORDER BY suspended, needs_sign_on, m.created_at, m.workspace_id LIMIT 1`, userID, sessionID, workspaceID)
}

// TimeZone returns the time zone of a workspace, or NotFound.
func (s *Store) TimeZone(ctx context.Context, workspaceID string) (string, error) {
	return timeZone(ctx, s.read, workspaceID)
}

func timeZone(ctx context.Context, c conn, workspaceID string) (string, error) {
	zone, err := queryOne(ctx, c, value[string], `SELECT time_zone FROM workspaces WHERE id = $1`, workspaceID)
	return zone, notFound(err, "workspace")
}

// Workspace returns one workspace.
func (s *Store) Workspace(ctx context.Context, id string) (workspace.Workspace, error) {
	return workspaceTable.one(ctx, s.read, `WHERE w.id = $1`, id)
}

// Workspaces returns the user's workspaces that are not deleted, in the order of
// joining.
func (s *Store) Workspaces(ctx context.Context, userID string) ([]workspace.Workspace, error) {
	return memberWorkspaces(ctx, s.read, `
		WHERE m.user_id = $1 AND w.deleted_at = 0 ORDER BY m.created_at, w.id`, userID)
}

// ChangeWorkspace applies edit to a workspace and stores its name, time zone,
// retention and default domain.
func (s *Store) ChangeWorkspace(
	ctx context.Context, id string, at time.Time, edit func(*workspace.Workspace) ([]event.Event, error),
) (workspace.Workspace, error) {
	return change(ctx, s, `workspaces`, id, workspaceTable.reading(ctx, `WHERE w.id = $1`, id), edit,
		func(tx conn, before, w workspace.Workspace) error {
			more := []column{col("updated_at", &at)}
			if w.DefaultDomainID != before.DefaultDomainID { // a deleted domain, which before does not have, stays chosen
				more = append(more, col("default_domain_id", &w.DefaultDomainID))
			}
			return workspaceTable.update(ctx, tx, &w, more...)
		})
}

// WorkspacesAfter returns up to limit workspaces with an id above after, by id.
func (s *Store) WorkspacesAfter(ctx context.Context, after string, limit int) ([]workspace.Workspace, error) {
	return workspaceTable.all(ctx, s.read, `WHERE w.id > $1 ORDER BY w.id LIMIT $2`, after, limit)
}

// ForgetClicks stores the event, and deletes the imported clicks and the
// conversions of the event's link.
func (s *Store) ForgetClicks(ctx context.Context, e event.Event) error {
	return s.inTx(ctx, func(tx conn) error {
		if _, err := queryOne(ctx, tx, value[string], `SELECT id FROM links WHERE id = $1 AND workspace_id = $2`, e.SubjectID, e.WorkspaceID); err != nil {
			return notFound(err, "link")
		}
		if err := forgetImported(ctx, tx, e.SubjectID); err != nil {
			return err
		}
		if err := forgetConversions(ctx, tx, e.WorkspaceID, e.SubjectID); err != nil {
			return err
		}
		label, err := linkLabel(ctx, tx, e.SubjectID)
		if err != nil {
			return err
		}
		e.Label = label
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
