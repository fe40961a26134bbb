package httpapi

import (
	"context"

	"linnet/internal/base/fault"
	"linnet/internal/core/access"
	"linnet/internal/core/account"
	"linnet/internal/core/apikey"
	"linnet/internal/core/dropin"
	"linnet/internal/core/securitylog"
	"linnet/internal/core/workspace"
	"linnet/internal/edge/apikit"
)

// authenticator resolves session tokens and API keys for the middleware.
type authenticator struct {
	sessions   *account.Service
	keys       *apikey.Service
	workspaces *workspace.Service
	via        dropin.API
}

// NewAuthenticator returns the authenticator of a drop-in API, which accepts only keys that may
// use it; empty: that of this API, which accepts tokens of sessions, too.
func NewAuthenticator(
	sessions *account.Service, keys *apikey.Service, workspaces *workspace.Service, via dropin.API,
) apikit.Authenticator {
	return authenticator{sessions, keys, workspaces, via}
}

// IsKey reports whether a token is meant as an API key.
func (a authenticator) IsKey(token string) bool { return apikey.IsSecret(token) }

// Authenticate returns the user and the session of a token, or the API key.
func (a authenticator) Authenticate(ctx context.Context, token string) (access.Actor, error) {
	actor := access.Actor{AddressPrefix: addressPrefix(ctx)}
	if a.IsKey(token) {
		k, err := a.keys.Authenticate(ctx, token, apikit.CallOf(ctx).Addr)
		return a.keyActor(actor, k, err)
	}
	if proof, ok := apikey.ParseProof(token); ok && a.via == dropin.YOURLS {
		k, err := a.keys.AuthenticateProof(ctx, proof, apikit.CallOf(ctx).Addr)
		return a.keyActor(actor, k, err)
	}
	if a.via != "" {
		return access.Actor{}, fault.New(fault.Unauthenticated, "This is not an API key of Linnet. Create one under Settings → API keys.")
	}
	session, err := a.sessions.Authenticate(ctx, token)
	actor.UserID, actor.SessionID, actor.AuthenticatedAt = session.UserID, session.ID, session.AuthenticatedAt
	actor.ConfinedTo = session.ConfinedTo()
	return actor, err
}

// keyActor returns the actor of a key, unless the key may not use the API.
func (a authenticator) keyActor(actor access.Actor, k apikey.Key, err error) (access.Actor, error) {
	if err != nil {
		return access.Actor{}, err
	}
	if a.via != "" && !k.Uses(a.via) {
		return access.Actor{}, fault.New(fault.Unauthenticated,
			"This API key may not use the "+a.via.Name()+" API. Change that under Settings → API keys, or use another key.")
	}
	actor.UserID, actor.WorkspaceID, actor.KeyID, actor.Scopes, actor.Via = k.UserID, k.WorkspaceID, k.ID, k.Scopes, a.via
	return actor, nil
}

// InWorkspace returns the actor in the workspace. A user without a workspace
// gets an actor without one: they can still log out. So can the members of a
// suspended or deleted workspace, of one that requires single sign-on, or of one that
// the session does not open.
func (a authenticator) InWorkspace(ctx context.Context, actor access.Actor, workspaceID string) (access.Actor, error) {
	if actor.KeyID != "" {
		return a.keyInWorkspace(ctx, actor, workspaceID)
	}
	member, err := a.workspaces.ActorFor(ctx, actor, workspaceID)
	closed := fault.Is(err, fault.Forbidden) || fault.Is(err, fault.Gone) || fault.Is(err, fault.SSORequired) ||
		fault.Is(err, fault.ReauthRequired)
	logout := closed && apikit.CallOf(ctx).Route.Operation == "POST /auth/logout"
	if workspaceID == "" && (fault.Is(err, fault.NotFound) || fault.Is(err, fault.SSORequired) && listsWorkspaces(ctx)) || logout {
		return actor, nil
	}
	return member, err
}

// listsWorkspaces reports whether the operation helps a user whose only workspace
// requires single sign-on.
func listsWorkspaces(ctx context.Context) bool {
	operation := apikit.CallOf(ctx).Route.Operation
	return operation == "GET /me" || operation == "GET /workspaces"
}

// RequireVerified returns EmailUnverified while the address of the actor's user is
// not verified.
func (a authenticator) RequireVerified(ctx context.Context, actor access.Actor) error {
	return a.sessions.RequireVerified(ctx, actor)
}

// keyInWorkspace returns the actor of an API key with the current role of its
// user, which is read for each request.
func (a authenticator) keyInWorkspace(ctx context.Context, key access.Actor, workspaceID string) (access.Actor, error) {
	if workspaceID != "" && workspaceID != key.WorkspaceID {
		return access.Actor{}, errKeyWorkspace()
	}
	member, err := a.workspaces.ActorFor(ctx, key, key.WorkspaceID)
	if fault.Is(err, fault.NotFound) {
		return access.Actor{}, fault.New(fault.Unauthenticated, "The user of this API key has left the workspace. Use another key.")
	}
	return member, err
}

// errKeyWorkspace returns the error for another workspace than that of the API
// key, whether or not it exists.
func errKeyWorkspace() error {
	return fault.New(fault.NotFound, "There is no such workspace for this API key. A key works in the workspace that it was created in.")
}

// addressPrefix returns the network of the call's client.
func addressPrefix(ctx context.Context) string { return securitylog.Network(apikit.CallOf(ctx).Addr) }

// clientOf returns what the account service records of a client.
func clientOf(ctx context.Context) account.Client {
	c := apikit.CallOf(ctx)
	return account.Client{
		Addr:      c.Addr,
		UserAgent: c.Header.Get("User-Agent"),
		DeviceID:  c.Header.Get("X-Device-Id"),
		TimeZone:  c.Header.Get("X-Time-Zone"),
	}
}
