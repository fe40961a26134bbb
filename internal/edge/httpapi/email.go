package httpapi

import (
	"context"

	"linnet/internal/core/account"
	"linnet/internal/edge/apikit"
)

type verifyEmail struct {
	Token  apikit.FormText `json:"token" doc:"The token of the email. Valid once, for 24 hours."`
	Refuse bool            `json:"refuse,omitempty" doc:"True cancels what the email is about, such as a change of address."`
}

type emailVerification struct {
	Outcome string `json:"outcome" enum:"verified,pending,changed,refused" doc:"pending: the other address has to confirm the change, too."`
	Message string `json:"message" doc:"A sentence for people."`
}

func (a *API) verifyEmail(ctx context.Context, in *apikit.With[verifyEmail]) (*apikit.Output[emailVerification], error) {
	outcome, err := a.Accounts.RedeemEmailToken(ctx, string(in.Body.Token), in.Body.Refuse, clientOf(ctx))
	out := &apikit.Output[emailVerification]{}
	out.Body.Outcome, out.Body.Message = string(outcome), outcomeSentence(outcome)
	return out, err
}

func outcomeSentence(outcome account.EmailOutcome) string {
	switch outcome {
	case account.EmailVerified:
		return "Your email address is verified."
	case account.EmailPending:
		return "This address is confirmed. Open the link in the email to the other address, too."
	case account.EmailChanged:
		return "Your email address has been changed. Log in with the new one."
	default:
		return "The request was cancelled. If you did not make it, change your password."
	}
}

func (a *API) resendVerification(ctx context.Context, _ *struct{}) (*messageOutput, error) {
	if err := a.Accounts.ResendVerification(ctx, apikit.ActorOf(ctx)); err != nil {
		return nil, err
	}
	return message("We sent you an email with a link to verify your address."), nil
}

type changeEmail struct {
	Email    apikit.FormText `json:"email" doc:"The new address."`
	Password apikit.FormText `json:"password"`
}

func (a *API) changeEmail(ctx context.Context, in *apikit.With[changeEmail]) (*messageOutput, error) {
	if err := a.Accounts.ChangeEmail(ctx, apikit.ActorOf(ctx), string(in.Body.Email), string(in.Body.Password)); err != nil {
		return nil, err
	}
	return message("We sent an email to both addresses. Open the links in both to change your address."), nil
}

func (a *API) cancelEmailChange(ctx context.Context, _ *struct{}) (*struct{}, error) {
	return nil, a.Accounts.CancelEmailChange(ctx, apikit.ActorOf(ctx))
}
