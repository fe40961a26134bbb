package httpapi

import (
	"context"
	"time"

	"linnet/internal/core/access"
	"linnet/internal/core/account"
)

// Profiles is what a user may do with their own account.
type Profiles interface {
	Me(ctx context.Context, actor access.Actor) (account.User, error)
	UpdateMe(ctx context.Context, actor access.Actor, patch account.ProfilePatch) (account.User, error)
	ChangePassword(ctx context.Context, actor access.Actor, current, next string) error
	Sessions(ctx context.Context, actor access.Actor) ([]account.Session, error)
	RevokeSession(ctx context.Context, actor access.Actor, id string) error
}

// User is a person with an account.
type User struct {
	ID          string    `json:"id" example:"usr_3kq7c8v0d5m2a"`
	Email       string    `json:"email"`
	FirstName   string    `json:"firstName"`
	LastName    string    `json:"lastName"`
	Country     string    `json:"country" doc:"ISO 3166-1 alpha-2."`
	CountryCode string    `json:"countryCode" doc:"Phone prefix." example:"+49"`
	PhoneNumber string    `json:"phoneNumber"`
	CreatedAt   time.Time `json:"createdAt"`
}

func userOf(u account.User) User {
	return User{
		ID: u.ID, Email: u.Email, FirstName: u.FirstName, LastName: u.LastName,
		Country: u.Country, CountryCode: u.CountryCode, PhoneNumber: u.PhoneNumber, CreatedAt: instant(u.CreatedAt),
	}
}

type userOutput struct{ Body User }

func (a *API) me(ctx context.Context, _ *struct{}) (*userOutput, error) {
	user, err := a.Profiles.Me(ctx, actorOf(ctx))
	return &userOutput{userOf(user)}, err
}

type updateMeInput struct {
	Body struct {
		FirstName   *entry `json:"firstName,omitempty"`
		LastName    *entry `json:"lastName,omitempty"`
		Country     *entry `json:"country,omitempty" doc:"ISO 3166-1 alpha-2."`
		CountryCode *entry `json:"countryCode,omitempty" doc:"A plus sign and 1 to 3 digits."`
		PhoneNumber *entry `json:"phoneNumber,omitempty"`
	} `nameHint:"UpdateMe"`
}

func (a *API) updateMe(ctx context.Context, in *updateMeInput) (*userOutput, error) {
	b := in.Body
	user, err := a.Profiles.UpdateMe(ctx, actorOf(ctx), account.ProfilePatch{
		FirstName: (*string)(b.FirstName), LastName: (*string)(b.LastName), Country: (*string)(b.Country),
		CountryCode: (*string)(b.CountryCode), PhoneNumber: (*string)(b.PhoneNumber),
	})
	return &userOutput{userOf(user)}, err
}

type changePasswordInput struct {
	Body struct {
		CurrentPassword entry `json:"currentPassword"`
		NewPassword     entry `json:"newPassword" doc:"The rules of a signup hold."`
	} `nameHint:"ChangePassword"`
}

func (a *API) changePassword(ctx context.Context, in *changePasswordInput) (*struct{}, error) {
	return nil, a.Profiles.ChangePassword(ctx, actorOf(ctx), string(in.Body.CurrentPassword), string(in.Body.NewPassword))
}

// Session is one login of the user.
type Session struct {
	ID         string    `json:"id" example:"ses_3kq7c8v0d5m2a"`
	Current    bool      `json:"current" doc:"This very call was made with it."`
	Device     string    `json:"device" doc:"The browser and the system, in words." example:"Firefox on Linux"`
	Place      *string   `json:"place" doc:"Where the session began, in words; null when that is unknown." example:"Berlin, DE"`
	CreatedAt  time.Time `json:"createdAt"`
	LastSeenAt time.Time `json:"lastSeenAt"`
	ExpiresAt  time.Time `json:"expiresAt"`
}

func (a *API) listSessions(ctx context.Context, _ *struct{}) (*listOutput[Session], error) {
	actor := actorOf(ctx)
	sessions, err := a.Profiles.Sessions(ctx, actor)
	if err != nil {
		return nil, err
	}
	return wholeList(each(sessions, func(s account.Session) Session {
		return Session{
			ID: s.ID, Current: s.ID == actor.SessionID, Device: s.Device, Place: text(s.Place),
			CreatedAt: instant(s.CreatedAt), LastSeenAt: instant(s.LastSeenAt), ExpiresAt: instant(s.ExpiresAt),
		}
	})), nil
}

type sessionInput struct {
	ID string `path:"id" doc:"The session's id."`
}

func (a *API) revokeSession(ctx context.Context, in *sessionInput) (*struct{}, error) {
	return nil, a.Profiles.RevokeSession(ctx, actorOf(ctx), in.ID)
}
