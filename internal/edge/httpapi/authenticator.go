package httpapi

import (
	"context"

	"linnet/internal/base/fault"
	"linnet/internal/core/access"
	"linnet/internal/core/account"
	"linnet/internal/core/securitylog"
	"linnet/internal/edge/apikit"
)

// authenticator resolves session tokens for the middleware.
type authenticator struct {
	sessions   SignIn
	workspaces Workspaces
}

// Authenticate returns the user and the session of a token.
func (a authenticator) Authenticate(ctx context.Context, token string) (access.Actor, error) {
	session, err := a.sessions.Authenticate(ctx, token)
	return access.Actor{UserID: session.UserID, SessionID: session.ID, AddressPrefix: addressPrefix(ctx)}, err
}

// InWorkspace returns the actor in the workspace. A user without a workspace
// gets an actor without one: they can still log out. So can the members of a
// suspended workspace.
func (a authenticator) InWorkspace(ctx context.Context, actor access.Actor, workspaceID string) (access.Actor, error) {
	member, err := a.workspaces.ActorFor(ctx, actor.UserID, actor.SessionID, workspaceID)
	logout := fault.Is(err, fault.Forbidden) && apikit.CallOf(ctx).Route.Operation == "POST /auth/logout"
	if workspaceID == "" && fault.Is(err, fault.NotFound) || logout {
		return actor, nil
	}
	member.AddressPrefix = addressPrefix(ctx)
	return member, err
}

// addressPrefix returns the network of the call's client.
func addressPrefix(ctx context.Context) string { return securitylog.Network(apikit.CallOf(ctx).Addr) }

// clientOf returns what the account service records of a client.
func clientOf(ctx context.Context) account.Client {
	c := apikit.CallOf(ctx)
	return account.Client{
		Addr: c.Addr, UserAgent: c.Header.Get("User-Agent"),
		DeviceID: c.Header.Get("X-Device-Id"), TimeZone: c.Header.Get("X-Time-Zone"),
	}
}
