package httpapi

import (
	"context"
	"time"

	"linnet/internal/core/access"
	"linnet/internal/core/account"
	"linnet/internal/edge/apikit"
)

// User is a user as the API returns it.
type User struct {
	ID          string    `json:"id" example:"usr_3kq7c8v0d5m2a"`
	Email       string    `json:"email"`
	FirstName   string    `json:"firstName"`
	LastName    string    `json:"lastName"`
	Country     string    `json:"country" doc:"ISO 3166-1 alpha-2."`
	CountryCode string    `json:"countryCode" doc:"Phone prefix." example:"+49"`
	PhoneNumber string    `json:"phoneNumber"`
	CreatedAt   time.Time `json:"createdAt"`

	EmailVerified bool `json:"emailVerified" doc:"False: the user must verify the address before they can create links. True on installs that do not verify addresses."`
}

func userOf(u account.User) User {
	return User{
		ID:            u.ID,
		Email:         u.Email,
		FirstName:     u.FirstName,
		LastName:      u.LastName,
		Country:       u.Country,
		CountryCode:   u.CountryCode,
		PhoneNumber:   u.PhoneNumber,
		CreatedAt:     apikit.Timestamp(u.CreatedAt),
		EmailVerified: u.EmailVerified,
	}
}

// Me is the calling user with their role in the workspace of the request.
type Me struct {
	User
	Role         string  `json:"role,omitempty" enum:"owner,admin,editor,viewer" doc:"In the workspace of the request. Absent for a user without a workspace."`
	PendingEmail *string `json:"pendingEmail" doc:"The new address of a requested change; null: none."`
	Operator     bool    `json:"operator" doc:"True for an operator of the install, who may use the operations below /admin."`

	Permissions []string `json:"permissions" doc:"What the user may do in that workspace, such as links:write." example:"[\"links:read\",\"links:write\"]"`
	ConfinedTo  *string  `json:"confinedTo" doc:"The only workspace that the session opens, because it began with single sign-on. Other workspaces and the security of the account return 403 with the code reauthentication_required until POST /me/reauthenticate succeeds. null: not confined."`
}

func (a *API) me(ctx context.Context, _ *struct{}) (*apikit.Output[Me], error) {
	actor := apikit.ActorOf(ctx)
	user, err := a.Accounts.Me(ctx, actor)
	if err != nil {
		return nil, err
	}
	isOperator, err := a.Operators.IsOperator(ctx, actor)
	if err != nil {
		return nil, err
	}
	pending, err := a.Accounts.PendingEmail(ctx, actor)
	return apikit.OutputOf(Me{
		User:         userOf(user),
		Role:         string(actor.Role),
		Operator:     isOperator,
		Permissions:  permissionsOf(actor.Role),
		PendingEmail: apikit.TextOrNull(pending),
		ConfinedTo:   apikit.TextOrNull(actor.ConfinedTo),
	}), err
}

// permissionsOf returns the permissions of a role as texts; an empty list for none.
func permissionsOf(role access.Role) []string {
	return apikit.Map(access.Permissions(role), func(p access.Permission) string { return string(p) })
}

type updateMe struct {
	FirstName   *apikit.FormText `json:"firstName,omitempty"`
	LastName    *apikit.FormText `json:"lastName,omitempty"`
	Country     *apikit.FormText `json:"country,omitempty" doc:"ISO 3166-1 alpha-2."`
	CountryCode *apikit.FormText `json:"countryCode,omitempty" doc:"A plus sign and 1 to 3 digits."`
	PhoneNumber *apikit.FormText `json:"phoneNumber,omitempty"`
}

func (a *API) updateMe(ctx context.Context, in *apikit.With[updateMe]) (*apikit.Output[User], error) {
	b := in.Body
	user, err := a.Accounts.UpdateMe(ctx, apikit.ActorOf(ctx), account.ProfilePatch{
		FirstName:   (*string)(b.FirstName),
		LastName:    (*string)(b.LastName),
		Country:     (*string)(b.Country),
		CountryCode: (*string)(b.CountryCode),
		PhoneNumber: (*string)(b.PhoneNumber),
	})
	return apikit.OutputOf(userOf(user)), err
}

type deleteMe struct {
	Password apikit.FormText `json:"password"`
}

func (a *API) deleteMe(ctx context.Context, in *apikit.With[deleteMe]) (*struct{}, error) {
	return nil, a.Accounts.Delete(ctx, apikit.ActorOf(ctx), string(in.Body.Password))
}

type changePassword struct {
	CurrentPassword apikit.FormText `json:"currentPassword"`
	NewPassword     apikit.FormText `json:"newPassword" doc:"Same rules as at sign-up."`
	Disconnect      bool            `json:"disconnectSingleSignOn,omitempty" doc:"True also disconnects the account from single sign-on, see GET /me/identities."`
}

func (a *API) changePassword(ctx context.Context, in *apikit.With[changePassword]) (*struct{}, error) {
	return nil, a.Accounts.ChangePassword(ctx, apikit.ActorOf(ctx), account.PasswordChange{
		Current:    string(in.Body.CurrentPassword),
		Next:       string(in.Body.NewPassword),
		Disconnect: in.Body.Disconnect,
	})
}

// Session is a login session of the user.
type Session struct {
	ID         string    `json:"id" example:"ses_3kq7c8v0d5m2a"`
	Current    bool      `json:"current" doc:"True for the session of this request."`
	Device     string    `json:"device" doc:"The browser and the operating system." example:"Firefox on Linux"`
	Place      *string   `json:"place" doc:"The place where the session started; null if unknown." example:"Berlin, DE"`
	CreatedAt  time.Time `json:"createdAt"`
	LastSeenAt time.Time `json:"lastSeenAt"`
	ExpiresAt  time.Time `json:"expiresAt" doc:"When the session ends unless it is used."`
	EndsAt     time.Time `json:"endsAt" doc:"When the session ends even if it is used."`
}

func (a *API) listSessions(ctx context.Context, _ *struct{}) (*apikit.ListOutput[Session], error) {
	actor := apikit.ActorOf(ctx)
	sessions, err := a.Accounts.Sessions(ctx, actor)
	if err != nil {
		return nil, err
	}
	return apikit.WholeList(apikit.Map(sessions, func(s account.Session) Session {
		return Session{
			ID:         s.ID,
			Current:    s.ID == actor.SessionID,
			Device:     s.Device,
			Place:      apikit.TextOrNull(s.Place),
			CreatedAt:  apikit.Timestamp(s.CreatedAt),
			LastSeenAt: apikit.Timestamp(s.LastSeenAt),
			ExpiresAt:  apikit.Timestamp(s.ExpiresAt),
			EndsAt:     apikit.Timestamp(s.EndsAt()),
		}
	})), nil
}

type sessionInput struct {
	ID string `path:"id" doc:"The session's id."`
}

func (a *API) revokeSession(ctx context.Context, in *sessionInput) (*struct{}, error) {
	return nil, a.Accounts.RevokeSession(ctx, apikit.ActorOf(ctx), in.ID)
}

type revokeSessionsInput struct {
	Disconnect bool `query:"disconnectSingleSignOn" doc:"True also disconnects the account from single sign-on, see GET /me/identities."`
}

func (a *API) revokeOtherSessions(ctx context.Context, in *revokeSessionsInput) (*struct{}, error) {
	return nil, a.Accounts.RevokeOtherSessions(ctx, apikit.ActorOf(ctx), in.Disconnect)
}
