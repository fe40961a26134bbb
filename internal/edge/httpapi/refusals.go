package httpapi

import (
	"context"
	"net/http"
	"strings"

	"linnet/internal/base/fault"
	"linnet/internal/core/securitylog"
)

// recordRefusal records a refused call in the security log, when it may be part
// of an attack. Logins are recorded by the account service, which knows whose.
func (a *API) recordRefusal(ctx context.Context, c *caller, p *Problem) {
	if kind := refusalKind(c, p); kind != "" {
		a.security.Record(ctx, kind, c.actor.UserID, c.operation)
	}
}

func refusalKind(c *caller, p *Problem) securitylog.Kind {
	switch {
	case c.operation == "POST /auth/login":
		return ""
	case p.Status == http.StatusTooManyRequests:
		return securitylog.RateLimited
	case p.Status == http.StatusUnauthorized && c.token != "":
		return securitylog.SessionRejected
	case p.Code == errorCode(fault.SignupClosed):
		return securitylog.SignupRefused
	case p.Status == http.StatusForbidden && c.operation == "POST /public/shares/{token}/unlock":
		return securitylog.SharePassword
	case p.Status == http.StatusForbidden:
		return securitylog.AccessDenied
	case p.Status == http.StatusNotFound && c.actor.UserID != "" && strings.Contains(c.operation, "{"):
		return securitylog.AccessDenied
	}
	return ""
}
