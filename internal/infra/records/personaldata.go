package records

import (
	"context"

	"linnet/internal/core/access"
	"linnet/internal/core/dataexport"
)

// PersonalData returns everything about a user but the events and the links.
func (s *Store) PersonalData(ctx context.Context, userID string) (dataexport.Data, error) {
	a, err := s.Account(ctx, userID)
	if err != nil {
		return dataexport.Data{}, err
	}
	d := dataexport.Data{Profile: dataexport.Profile{
		ID:            a.ID,
		Email:         a.Email,
		EmailVerified: !a.EmailVerifiedAt.IsZero(),
		FirstName:     a.FirstName,
		LastName:      a.LastName,
		Country:       a.Country,
		CountryCode:   a.CountryCode,
		PhoneNumber:   a.PhoneNumber,
		CreatedAt:     a.CreatedAt,
	}}
	for _, read := range []func(context.Context, *dataexport.Data) error{
		s.personalSessions, s.personalMemberships, s.personalKeys, s.personalFactors, s.personalNotifications, s.personalViews,
	} {
		if err := read(ctx, &d); err != nil {
			return dataexport.Data{}, err
		}
	}
	return d, nil
}

func (s *Store) personalSessions(ctx context.Context, d *dataexport.Data) (err error) {
	read := sessionTable.scan()
	d.Sessions, err = queryAll(ctx, s.read, func(row scanner) (dataexport.Session, error) {
		of, err := read(row)
		return dataexport.Session{
			ID:         of.ID,
			UserAgent:  of.UserAgent,
			Place:      of.Place,
			CreatedAt:  of.CreatedAt,
			LastSeenAt: of.LastSeenAt,
			ExpiresAt:  of.ExpiresAt,
		}, err
	}, sessionTable.query+`WHERE user_id = $1 ORDER BY created_at, id`, d.Profile.ID)
	return err
}

func (s *Store) personalMemberships(ctx context.Context, d *dataexport.Data) (err error) {
	d.Memberships, err = queryAll(ctx, s.read, func(row scanner) (m dataexport.Membership, err error) {
		err = row.Scan(&m.WorkspaceID, &m.Name, &m.Role, timeField{&m.JoinedAt}, &m.OnlyOwner)
		return m, err
	}, `
		SELECT w.id, w.name, m.role, m.created_at, m.role = $2 AND NOT EXISTS (
			SELECT 1 FROM members o WHERE o.workspace_id = w.id AND o.role = $2 AND o.user_id <> $1)
		FROM members m JOIN workspaces w ON w.id = m.workspace_id
		WHERE m.user_id = $1 AND w.deleted_at = 0 ORDER BY m.created_at, w.id`, d.Profile.ID, string(access.Owner))
	return err
}

func (s *Store) personalKeys(ctx context.Context, d *dataexport.Data) (err error) {
	d.APIKeys, err = queryAll(ctx, s.read, func(row scanner) (k dataexport.APIKey, err error) {
		err = row.Scan(&k.ID, &k.WorkspaceID, &k.Name, &k.Scopes, timeField{&k.CreatedAt}, &k.Revoked)
		return k, err
	}, `SELECT id, workspace_id, name, scopes, created_at, revoked_at > 0 FROM api_keys WHERE user_id = $1 ORDER BY created_at, id`, d.Profile.ID)
	return err
}

func (s *Store) personalFactors(ctx context.Context, d *dataexport.Data) (err error) {
	d.SecondFactors, err = queryAll(ctx, s.read, func(row scanner) (f dataexport.SecondFactor, err error) {
		err = row.Scan(&f.Kind, &f.Name, timeField{&f.CreatedAt})
		return f, err
	}, `
		SELECT 'totp', '', confirmed_at FROM totp_factors WHERE user_id = $1 AND confirmed_at > 0
		UNION ALL
		SELECT 'passkey', name, created_at FROM passkeys WHERE user_id = $1
		UNION ALL
		SELECT 'single-sign-on', issuer || ' ' || subject, created_at FROM sso_identities WHERE user_id = $1`, d.Profile.ID)
	return err
}

func (s *Store) personalNotifications(ctx context.Context, d *dataexport.Data) (err error) {
	read := notificationTable.scan()
	d.Notifications, err = queryAll(ctx, s.read, func(row scanner) (dataexport.Notification, error) {
		n, err := read(row)
		return dataexport.Notification{
			Kind:        string(n.Kind),
			WorkspaceID: n.WorkspaceID,
			Title:       n.Title(),
			Message:     n.Message(),
			CreatedAt:   n.CreatedAt,
		}, err
	}, notificationTable.query+`WHERE user_id = $1 ORDER BY created_at, id`, d.Profile.ID)
	if err != nil {
		return err
	}
	d.Preferences, err = queryAll(ctx, s.read, func(row scanner) (p dataexport.Preference, err error) {
		err = row.Scan(&p.Category, &p.InApp, &p.Email)
		return p, err
	}, `SELECT category, in_app, email FROM notification_preferences WHERE user_id = $1 ORDER BY category`, d.Profile.ID)
	return err
}

func (s *Store) personalViews(ctx context.Context, d *dataexport.Data) (err error) {
	d.SavedViews, err = queryAll(ctx, s.read, func(row scanner) (v dataexport.SavedView, err error) {
		err = row.Scan(&v.ID, &v.WorkspaceID, &v.Name, &v.Query, timeField{&v.CreatedAt})
		return v, err
	}, `SELECT id, workspace_id, name, query, created_at FROM saved_views WHERE user_id = $1 ORDER BY created_at, id`, d.Profile.ID)
	return err
}

// UserEvents returns the user's actions after a sequence number, oldest first.
func (s *Store) UserEvents(ctx context.Context, userID string, after int64, limit int) ([]dataexport.Event, error) {
	read := eventTable.scan()
	return queryAll(ctx, s.read, func(row scanner) (dataexport.Event, error) {
		e, err := read(row)
		return dataexport.Event{
			Sequence:    e.Seq,
			At:          e.At,
			Action:      string(e.Kind),
			WorkspaceID: e.WorkspaceID,
			Subject:     e.SubjectID,
			Label:       e.Label,
			Network:     e.Actor.AddressPrefix,
		}, err
	}, eventTable.query+`WHERE actor_id = $1 AND seq > $2 ORDER BY seq LIMIT $3`, userID, after, limit)
}
