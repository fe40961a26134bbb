package httpapi

import (
	"context"

	"linnet/internal/core/account"
	"linnet/internal/core/plan"
	"linnet/internal/edge/apikit"
)

type signup struct {
	FirstName            apikit.FormText `json:"firstName" doc:"2 to 50 letters, spaces, hyphens and apostrophes." example:"Ada"`
	LastName             apikit.FormText `json:"lastName" doc:"2 to 50 letters, spaces, hyphens and apostrophes." example:"O'Neil"`
	Email                apikit.FormText `json:"email" doc:"At most 255 characters." example:"ada@example.com"`
	Password             apikit.FormText `json:"password" doc:"8 to 32 characters with an uppercase and a lowercase letter, a number and a special character."`
	PasswordConfirmation apikit.FormText `json:"passwordConfirmation" doc:"The password again."`
	Country              apikit.FormText `json:"country" doc:"ISO 3166-1 alpha-2." example:"DE"`
	CountryCode          apikit.FormText `json:"countryCode" doc:"A plus sign and 1 to 3 digits." example:"+49"`
	PhoneNumber          apikit.FormText `json:"phoneNumber" doc:"At least 5 characters." example:"+4915112345678"`
	IPAddress            apikit.FormText `json:"ipAddress" required:"false" doc:"The public IP address that the browser detected; may be empty. It is not stored."`
	Code                 apikit.FormText `json:"code" required:"false" doc:"The invitation or set-up code, if the install requires one; see GET /signup-status."`
	Plans                apikit.FormText `json:"plans" required:"false" enum:"off,packages" doc:"off: the install has no plans and no limits; packages: it has. Only the first account of an install chooses; without it, the install has plans."`
}

type signupStatus struct {
	Mode  string `json:"mode" enum:"open,invite,closed" doc:"The sign-up mode: open to everyone, by invitation only, or closed."`
	Setup bool   `json:"setup" doc:"True if the install has no account. The first sign-up requires the set-up code in the data folder, whatever the mode."`
	Plans bool   `json:"plans" doc:"True if the first sign-up chooses whether the install has plans."`
}

func (a *API) signupStatus(ctx context.Context, _ *struct{}) (*apikit.Output[signupStatus], error) {
	status, err := a.Accounts.SignupStatus(ctx)
	out := &apikit.Output[signupStatus]{}
	out.Body.Mode, out.Body.Setup = string(status.Mode), status.Setup
	out.Body.Plans = status.Setup && !a.Plans.Fixed()
	return out, err
}

type signedUp struct {
	Token   string `json:"token" doc:"The session token. It is returned only once."`
	User    User   `json:"user"`
	Message string `json:"message" example:"Your account has been created successfully."`
}

func (a *API) signup(ctx context.Context, in *apikit.With[signup]) (*apikit.Output[signedUp], error) {
	b := in.Body
	made, err := a.Accounts.Signup(ctx, account.SignupInput{
		FirstName:            string(b.FirstName),
		LastName:             string(b.LastName),
		Email:                string(b.Email),
		Password:             string(b.Password),
		PasswordConfirmation: string(b.PasswordConfirmation),
		Country:              string(b.Country),
		CountryCode:          string(b.CountryCode),
		PhoneNumber:          string(b.PhoneNumber),
		IPAddress:            string(b.IPAddress),
		Code:                 string(b.Code),
		Plans:                plan.Choice(b.Plans),
	}, clientOf(ctx))
	if err != nil {
		return nil, err
	}
	out := &apikit.Output[signedUp]{}
	out.Body.Token, out.Body.User = made.Token, userOf(made.User)
	out.Body.Message = "Your account has been created successfully."
	return out, nil
}

type login struct {
	Email        apikit.FormText `json:"email" example:"ada@example.com"`
	Password     apikit.FormText `json:"password"`
	Code         apikit.FormText `json:"code" required:"false" doc:"The current code of the authenticator app, if two-factor authentication is on." example:"123456"`
	RecoveryCode apikit.FormText `json:"recoveryCode" required:"false" doc:"A recovery code instead of code."`
}

type loginOutput struct {
	Body struct {
		Token string `json:"token" doc:"The session token. It is returned only once."`
		User  User   `json:"user"`
	} `nameHint:"LoggedIn"`
}

func (a *API) login(ctx context.Context, in *apikit.With[login]) (*loginOutput, error) {
	b := in.Body
	got, err := a.Accounts.Login(ctx, account.LoginInput{
		Email:    string(b.Email),
		Password: string(b.Password),
		Factor:   account.Factor{Code: string(b.Code), RecoveryCode: string(b.RecoveryCode)},
	}, clientOf(ctx))
	if err != nil {
		return nil, err
	}
	return loggedIn(got), nil
}

func loggedIn(c account.Credentials) *loginOutput {
	out := &loginOutput{}
	out.Body.Token, out.Body.User = c.Token, userOf(c.User)
	return out
}

func (a *API) logout(ctx context.Context, _ *struct{}) (*struct{}, error) {
	return nil, a.Accounts.Logout(ctx, apikit.ActorOf(ctx))
}

type forgotPassword struct {
	Email apikit.FormText `json:"email" example:"ada@example.com"`
}

type messageOutput struct {
	Body struct {
		Message string `json:"message" doc:"A sentence for people."`
	} `nameHint:"Message"`
}

func (a *API) forgotPassword(ctx context.Context, in *apikit.With[forgotPassword]) (*messageOutput, error) {
	if err := a.Accounts.ForgotPassword(ctx, string(in.Body.Email), clientOf(ctx)); err != nil {
		return nil, err
	}
	return message("If an account with this address exists, we sent it an email with a link to set a new password."), nil
}

type resetPassword struct {
	Token                apikit.FormText `json:"token" doc:"The token of the email. Valid once, for an hour."`
	Password             apikit.FormText `json:"password" doc:"Same rules as at sign-up."`
	PasswordConfirmation apikit.FormText `json:"passwordConfirmation" doc:"The password again."`
	Disconnect           *bool           `json:"disconnectSingleSignOn,omitempty" doc:"False leaves the account connected with single sign-on, see GET /me/identities. Default: true."`
}

func (a *API) resetPassword(ctx context.Context, in *apikit.With[resetPassword]) (*messageOutput, error) {
	b := in.Body
	err := a.Accounts.ResetPassword(ctx, account.Reset{
		Token:        string(b.Token),
		Password:     string(b.Password),
		Confirmation: string(b.PasswordConfirmation),
		Disconnect:   b.Disconnect == nil || *b.Disconnect,
	}, clientOf(ctx))
	if err != nil {
		return nil, err
	}
	return message("Your password has been changed. Log in with the new one."), nil
}

func message(sentence string) *messageOutput {
	out := &messageOutput{}
	out.Body.Message = sentence
	return out
}
