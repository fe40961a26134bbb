package httpapi

import (
	"context"
	"net/http"

	"linnet/internal/base/fault"
	"linnet/internal/core/singlesignon"
	"linnet/internal/edge/apikit"
)

// signOnRoutes registers the operations of single sign-on.
func (a *API) signOnRoutes(r *apikit.Router) {
	const page = "Browsers open it; it redirects to the page /login/sso, with the reason in the fragment if it fails."
	apikit.Post(r, "/auth/oidc", a.lookupSignOn, operation{
		Public: true, ID: "lookupSingleSignOn", Tag: "Auth",
		Summary: "Find the single sign-on of an email address", Lenient: true,
		Description: "Depends only on the domain of the address, not on whether it has an account."})
	apikit.Get(r, "/auth/oidc/{provider}", a.startSignOn, operation{
		Public: true, ID: "startSingleSignOn", Tag: "Auth",
		Summary: "Start a single sign-on", Status: http.StatusFound,
		Description: "Redirects to the provider (OpenID Connect, authorization code flow with PKCE). " + page})
	apikit.Get(r, "/auth/oidc/{provider}/callback", a.finishSignOn, operation{
		Public: true, ID: "finishSingleSignOn", Tag: "Auth",
		Summary: "Finish a single sign-on", Status: http.StatusFound,
		Description: "The provider's redirect. On success the fragment has a ticket, valid once and for ten minutes. " + page})
	apikit.Post(r, "/auth/oidc/session", a.redeemSignOn, operation{
		Public: true, ID: "redeemSingleSignOn", Tag: "Auth",
		Summary: "Log in with single sign-on", Lenient: true,
		Description: "Redeems the ticket of the fragment, in the browser that started the sign-in. " +
			"If an account of the email address exists and is not connected yet, it returns 403 with the code reauthentication_required: " +
			"send the request again with password, or with credential, the response to POST /auth/passkey/options. If two-factor authentication is on, " +
			"a right password without a valid code returns 401 with the code second_factor_required. Returns 409 for an account that has neither a password nor a passkey, " +
			"and 403 for an operator of the install. The session opens the workspace of the connection only, see confinedTo of GET /me.",
		Errors: codes(fault.Unauthenticated, fault.SecondFactor, fault.Forbidden, fault.ReauthRequired, fault.LimitReached, fault.Conflict)})
	apikit.Get(r, "/me/identities", a.listIdentities, operation{
		ID: "listIdentities", Tag: "Me",
		Summary:     "List connected single sign-ons",
		Description: "The identities of providers that log in to the account, oldest first. Each opens one workspace."})
	apikit.Delete(r, "/me/identities/{id}", a.deleteIdentity, operation{
		ID: "deleteIdentity", Recent: true, Tag: "Me",
		Summary:     "Disconnect a single sign-on",
		Description: "Also ends the sessions that it began and that were not confirmed. The next sign-in asks for the password or a passkey to connect it again."})
	apikit.Get(r, "/single-sign-on", a.getSingleSignOn, operation{
		ID: "getSingleSignOn", Tag: "Single sign-on",
		Summary:     "Get the single sign-on of the workspace",
		Description: "Requires the role owner or admin.", Errors: codes(fault.Forbidden)})
	apikit.Put(r, "/single-sign-on", a.putSingleSignOn, operation{
		ID: "putSingleSignOn", Recent: true, Tag: "Single sign-on",
		Summary: "Set up single sign-on", Lenient: true,
		Description: "Creates or replaces the connection. Reads the provider's configuration first. Requires the role owner. " +
			"Returns 409 if another workspace uses one of the email domains.",
		Errors: codes(fault.Conflict)})
	apikit.Delete(r, "/single-sign-on", a.deleteSingleSignOn, operation{
		ID: "deleteSingleSignOn", Recent: true, Tag: "Single sign-on",
		Summary:     "Remove single sign-on",
		Description: "Members keep their accounts; those without a password set one with POST /auth/forgot-password. Requires the role owner."})
	apikit.Post(r, "/single-sign-on/test", a.testSingleSignOn, operation{
		ID: "testSingleSignOn", Tag: "Single sign-on",
		Summary: "Test an issuer", Lenient: true,
		Description: "Reads the provider's configuration and returns its endpoints. Changes nothing. Requires the role owner."})
}

type lookupSingleSignOn struct {
	Email apikit.FormText `json:"email" example:"ada@example.com"`
}

type singleSignOnProvider struct {
	Provider *string `json:"provider" doc:"The provider for GET /auth/oidc/{provider}; null: the domain has no single sign-on." example:"sso_3kq7c8v0d5m2a"`
}

func (a *API) lookupSignOn(ctx context.Context, in *apikit.With[lookupSingleSignOn]) (*apikit.Output[singleSignOnProvider], error) {
	id, err := a.SingleSignOn.Lookup(ctx, string(in.Body.Email), apikit.CallOf(ctx).Addr)
	out := &apikit.Output[singleSignOnProvider]{}
	out.Body.Provider = apikit.TextOrNull(id)
	return out, err
}

// redirectOutput redirects the browser.
type redirectOutput struct {
	Location     string      `header:"Location"`
	CacheControl string      `header:"Cache-Control"`
	SetCookie    http.Cookie `header:"Set-Cookie"`
}

// pageOutput redirects the browser without setting a cookie.
type pageOutput struct {
	Location     string `header:"Location"`
	CacheControl string `header:"Cache-Control"`
}

type startSignOnInput struct {
	Provider string `path:"provider" doc:"The id of the connection, see POST /auth/oidc." example:"sso_3kq7c8v0d5m2a"`
}

func (a *API) startSignOn(ctx context.Context, in *startSignOnInput) (*redirectOutput, error) {
	started, err := a.SingleSignOn.Start(ctx, in.Provider, apikit.CallOf(ctx).Addr)
	out := &redirectOutput{Location: started.URL, CacheControl: "no-store", SetCookie: a.signOnCookieOf(started.Browser)}
	if err != nil {
		out.Location, out.SetCookie = a.signOnPage("error", string(singlesignon.ReasonOf(err))), a.signOnCookieOf("")
	}
	return out, nil
}

type finishSignOnInput struct {
	Provider string `path:"provider" doc:"The id of the connection." example:"sso_3kq7c8v0d5m2a"`
	SignOnCookies
	State  string `query:"state"`
	Code   string `query:"code"`
	Error  string `query:"error" doc:"Of the provider, if the sign-in failed there."`
	Issuer string `query:"iss" doc:"RFC 9207."`
}

func (a *API) finishSignOn(ctx context.Context, in *finishSignOnInput) (*pageOutput, error) {
	ticket, err := a.SingleSignOn.Finish(ctx, singlesignon.Callback{
		ConnectionID: in.Provider, Browser: a.signOnBrowser(in.SignOnCookies), State: in.State, Code: in.Code, Error: in.Error, Issuer: in.Issuer,
		Addr: apikit.CallOf(ctx).Addr,
	})
	if err != nil {
		return &pageOutput{a.signOnPage("error", string(singlesignon.ReasonOf(err))), "no-store"}, nil
	}
	return &pageOutput{a.signOnPage("ticket", ticket), "no-store"}, nil
}

type redeemSignOnInput struct {
	SignOnCookies
	Body struct {
		Ticket       apikit.FormText `json:"ticket" doc:"Of the fragment."`
		Password     apikit.FormText `json:"password" required:"false" doc:"Of the account to connect."`
		Code         apikit.FormText `json:"code" required:"false" doc:"With the password: the current code of the authenticator app, if the account requires one." example:"123456"`
		RecoveryCode apikit.FormText `json:"recoveryCode" required:"false" doc:"A recovery code instead of code."`
		Credential   map[string]any  `json:"credential,omitempty" doc:"A passkey of the account to connect: the PublicKeyCredential of navigator.credentials.get, as JSON."`
	} `nameHint:"RedeemSingleSignOn"`
}

type signedOnOutput struct {
	SetCookie http.Cookie `header:"Set-Cookie"`
	Body      struct {
		Token       string `json:"token" doc:"The session token. It is returned only once."`
		User        User   `json:"user"`
		WorkspaceID string `json:"workspaceId" doc:"The workspace of the connection." example:"wsp_3kq7c8v0d5m2a"`
	} `nameHint:"SignedOn"`
}

func (a *API) redeemSignOn(ctx context.Context, in *redeemSignOnInput) (*signedOnOutput, error) {
	client, b := clientOf(ctx), in.Body
	redemption := singlesignon.Redemption{
		Ticket: string(b.Ticket), Browser: a.signOnBrowser(in.SignOnCookies),
		Addr: client.Addr, Device: client.DeviceID, By: client.By,
		Proof: singlesignon.Proof{Password: string(b.Password), Code: string(b.Code), RecoveryCode: string(b.RecoveryCode)},
	}
	if b.Credential != nil {
		response, err := encodeCredential(b.Credential)
		if err != nil {
			return nil, err
		}
		redemption.Passkey = response
	}
	done, err := a.SingleSignOn.Redeem(ctx, redemption)
	if err != nil {
		return nil, err
	}
	got, err := a.Accounts.StartSingleSignOn(ctx, done.UserID, done.ConnectionID, client)
	if err != nil {
		return nil, err
	}
	out := &signedOnOutput{SetCookie: a.signOnCookieOf("")}
	out.Body.Token, out.Body.User, out.Body.WorkspaceID = got.Token, userOf(got.User), done.WorkspaceID
	return out, nil
}
