package httpapi

import (
	"context"

	"linnet/internal/core/account"
	"linnet/internal/edge/apikit"
)

type ownFactors struct {
	Password bool `json:"password" doc:"True if the account has a password."`
	Code     bool `json:"code" doc:"True if a code is needed with the password: the session began with single sign-on, and two-factor authentication is on."`
	Passkey  bool `json:"passkey" doc:"True if the account has a passkey."`
}

func (a *API) ownFactors(ctx context.Context, _ *struct{}) (*apikit.Output[ownFactors], error) {
	f, err := a.Accounts.OwnFactors(ctx, apikit.ActorOf(ctx))
	out := &apikit.Output[ownFactors]{}
	out.Body.Password, out.Body.Code, out.Body.Passkey = f.Password, f.Code, f.Passkey
	return out, err
}

type reauthenticate struct {
	Password     apikit.FormText `json:"password"`
	Code         apikit.FormText `json:"code" required:"false" doc:"The current code of the authenticator app, if GET /me/reauthenticate asks for one." example:"123456"`
	RecoveryCode apikit.FormText `json:"recoveryCode" required:"false" doc:"A recovery code instead of code."`
}

func (a *API) reauthenticate(ctx context.Context, in *apikit.With[reauthenticate]) (*struct{}, error) {
	b := in.Body
	f := account.Factor{Code: string(b.Code), RecoveryCode: string(b.RecoveryCode)}
	return nil, a.Accounts.Reauthenticate(ctx, apikit.ActorOf(ctx), string(b.Password), f, clientOf(ctx))
}
