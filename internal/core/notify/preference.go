package notify

import (
	"context"

	"linnet/internal/base/fault"
	"linnet/internal/core/access"
)

// Preference is a category with the channels of a user.
type Preference struct {
	Settings
	Channels
}

// Preferences returns the actor's preferences, one for each category.
func (s *Service) Preferences(ctx context.Context, a access.Actor) ([]Preference, error) {
	if err := access.RequireSignedIn(a); err != nil {
		return nil, err
	}
	chosen, err := s.store.NotificationPreferences(ctx, a.UserID)
	if err != nil {
		return nil, err
	}
	all := make([]Preference, 0, len(Categories()))
	for _, c := range Categories() {
		all = append(all, c.with(chosen))
	}
	return all, nil
}

// with returns the category with its chosen channels, or its default ones.
func (s Settings) with(chosen map[Category]Channels) Preference {
	if channels, ok := chosen[s.Category]; ok && !s.Locked {
		return Preference{s, channels}
	}
	return Preference{s, s.Default}
}

// SetPreference stores the actor's channels of a category. It returns NotFound for
// an unknown category and Conflict for a locked one.
func (s *Service) SetPreference(ctx context.Context, a access.Actor, category Category, channels Channels) (Preference, error) {
	if err := access.RequireSignedIn(a); err != nil {
		return Preference{}, err
	}
	settings, ok := category.Settings()
	switch {
	case !ok:
		return Preference{}, fault.New(fault.NotFound, "There is no such kind of notification.")
	case settings.Locked:
		return Preference{}, fault.New(fault.Conflict, "Notifications about the security of your account cannot be turned off.")
	case !channels.Email.Valid():
		return Preference{}, fault.New(fault.Invalid, "Choose when you are emailed: immediate, daily or never.")
	}
	stored, err := s.store.ChangeNotificationPreference(ctx, a.UserID, settings, func(c *Channels) { *c = channels })
	return Preference{settings, stored}, err
}
