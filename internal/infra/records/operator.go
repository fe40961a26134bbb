package records

import (
	"context"
	"time"

	"linnet/internal/base/fault"
	"linnet/internal/core/access"
	"linnet/internal/core/account"
	"linnet/internal/core/event"
	"linnet/internal/core/link"
	"linnet/internal/core/operator"
	"linnet/internal/core/plan"
)

// ListUsers returns up to limit users whose address or name contains search,
// the newest first.
func (s *Store) ListUsers(ctx context.Context, search string, limit int) ([]operator.User, error) {
	return queryAll(ctx, s.read, func(row scanner) (operator.User, error) {
		var u operator.User
		var created, suspended int64
		err := row.Scan(&u.ID, &u.Email, &u.Name, &created, &suspended, &u.Workspaces)
		u.CreatedAt, u.Suspended = fromMillis(created), suspended > 0
		return u, err
	}, `
		SELECT u.id, u.email, u.first_name || ' ' || u.last_name, u.created_at, u.suspended_at,
			(SELECT COUNT(*) FROM members m WHERE m.user_id = u.id)
		FROM users u
		WHERE u.email_folded || ' ' || LOWER(u.first_name || ' ' || u.last_name) LIKE $1 ESCAPE '!'
		ORDER BY u.created_at DESC, u.id DESC LIMIT $2`, "%"+likeLiteral.Replace(search)+"%", limit)
}

// ListWorkspaces returns up to limit workspaces whose id, name or owner contains
// search, the newest first.
func (s *Store) ListWorkspaces(ctx context.Context, search string, limit int) ([]operator.Workspace, error) {
	return queryAll(ctx, s.read, func(row scanner) (operator.Workspace, error) {
		var w operator.Workspace
		var created, suspended int64
		err := row.Scan(&w.ID, &w.Name, &w.Plan, &w.Owner, &created, &suspended, &w.Links)
		w.CreatedAt, w.Suspended = fromMillis(created), suspended > 0
		return w, err
	}, `
		SELECT w.id, w.name, w.plan, w.owner, w.created_at, w.suspended_at,
			(SELECT COUNT(*) FROM links l WHERE l.workspace_id = w.id AND l.deleted_at = 0)
		FROM (SELECT w.*, COALESCE((SELECT u.email FROM members m JOIN users u ON u.id = m.user_id
				WHERE m.workspace_id = w.id AND m.role = 'owner' ORDER BY m.created_at, u.id LIMIT 1), '') AS owner
			FROM workspaces w) w
		WHERE w.id || ' ' || LOWER(w.name || ' ' || w.owner) LIKE $1 ESCAPE '!'
		ORDER BY w.created_at DESC, w.id DESC LIMIT $2`, "%"+likeLiteral.Replace(search)+"%", limit)
}

// UserIDByEmail returns whose address it is, whatever its case.
func (s *Store) UserIDByEmail(ctx context.Context, email string) (string, error) {
	found, err := s.AccountByEmail(ctx, account.FoldEmail(email))
	return found.ID, err
}

// SetUserSuspended suspends or restores a user with the workspaces that the user
// owns, and ends the user's sessions.
func (s *Store) SetUserSuspended(ctx context.Context, userID string, suspended bool, e event.Event) ([]string, error) {
	var owned []string
	err := s.inTx(ctx, func(tx conn) error {
		since := suspendedAt(suspended, e.At)
		n, err := tx.exec(ctx, `UPDATE users SET suspended_at = $2, updated_at = $3 WHERE id = $1`, userID, since, toMillis(e.At))
		if err := changedOne(n, err, "user"); err != nil {
			return err
		}
		if _, err := tx.exec(ctx, `DELETE FROM sessions WHERE user_id = $1`, userID); err != nil {
			return err
		}
		owned, err = queryAll(ctx, tx, value[string],
			`SELECT workspace_id FROM members WHERE user_id = $1 AND role = $2 ORDER BY workspace_id`, userID, string(access.Owner))
		if err != nil {
			return err
		}
		for _, id := range owned {
			if _, err := tx.exec(ctx, `UPDATE workspaces SET suspended_at = $2 WHERE id = $1`, id, since); err != nil {
				return err
			}
		}
		tx.emit(e)
		return nil
	})
	return owned, err
}

// SetWorkspaceSuspended suspends or restores a workspace.
func (s *Store) SetWorkspaceSuspended(ctx context.Context, id string, suspended bool, e event.Event) error {
	return s.inTx(ctx, func(tx conn) error {
		n, err := tx.exec(ctx, `UPDATE workspaces SET suspended_at = $2 WHERE id = $1`, id, suspendedAt(suspended, e.At))
		if err := changedOne(n, err, "workspace"); err != nil {
			return err
		}
		tx.emit(e)
		return nil
	})
}

func suspendedAt(suspended bool, at time.Time) int64 {
	if !suspended {
		return 0
	}
	return toMillis(at)
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
		if err := setBasePlan(ctx, tx, workspaceID, string(name), e.At); err != nil {
			return err
		}
		tx.emit(e)
		return nil
	})
}

// LinkAnywhere returns a link of whatever workspace, also a deleted one.
func (s *Store) LinkAnywhere(ctx context.Context, id string) (*link.Link, error) {
	workspaceID, err := queryOne(ctx, s.read, value[string], `SELECT workspace_id FROM links WHERE id = $1`, id)
	if err != nil {
		return nil, missing(err, "link")
	}
	for _, deleted := range []bool{false, true} {
		if found, err := s.LinksByID(ctx, workspaceID, []string{id}, deleted); err != nil || len(found) == 1 {
			return only(found), err
		}
	}
	return nil, fault.New(fault.NotFound, "There is no such link.")
}

func only(links []*link.Link) *link.Link {
	if len(links) == 0 {
		return nil
	}
	return links[0]
}

// SetLinkBlocked stores whether a link is blocked, as its next version.
func (s *Store) SetLinkBlocked(ctx context.Context, w link.Write) error {
	return s.inTx(ctx, func(tx conn) error {
		n, err := tx.exec(ctx, `UPDATE links SET blocked = $3, version = $2, updated_at = $4 WHERE id = $1 AND version = $2 - 1`,
			w.Link.ID, w.Link.Version, w.Link.Blocked, toMillis(w.Link.UpdatedAt))
		if err != nil {
			return err
		}
		if n == 0 {
			return link.ErrStale()
		}
		tx.emit(w.Event)
		return nil
	})
}

// BlockedHosts returns the hosts that no link may lead to, sorted.
func (s *Store) BlockedHosts(ctx context.Context) ([]string, error) {
	return queryAll(ctx, s.read, value[string], `SELECT host FROM blocked_hosts ORDER BY host LIMIT $1`, operator.MaxListed)
}

// SetHostBlocked adds or removes a blocked host.
func (s *Store) SetHostBlocked(ctx context.Context, host string, blocked bool, e event.Event) error {
	return s.inTx(ctx, func(tx conn) error {
		if err := setHostBlocked(ctx, tx, host, blocked, e.At); err != nil {
			return err
		}
		tx.emit(e)
		return nil
	})
}

func setHostBlocked(ctx context.Context, tx conn, host string, blocked bool, at time.Time) error {
	if !blocked {
		n, err := tx.exec(ctx, `DELETE FROM blocked_hosts WHERE host = $1`, host)
		return changedOne(n, err, "blocked host")
	}
	n, err := queryOne(ctx, tx, value[int], `SELECT COUNT(*) FROM blocked_hosts`)
	if err == nil && n >= operator.MaxListed {
		return fault.New(fault.LimitReached, "The list of blocked hosts is full. Remove some first.")
	}
	if err != nil {
		return err
	}
	_, err = tx.exec(ctx, `INSERT INTO blocked_hosts (host, created_at) VALUES ($1, $2) ON CONFLICT (host) DO NOTHING`, host, toMillis(at))
	return err
}

// Refresh tells all subscribers that anything may have changed, as after a
// change by another process that no event arrived of.
func (s *Store) Refresh() { s.publish(event.Event{}) }
