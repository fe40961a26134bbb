package httpapi

import (
	"context"
	"net/http"
	"strings"

	"linnet/internal/base/fault"
	"linnet/internal/core/apikey"
	"linnet/internal/core/securitylog"
	"linnet/internal/edge/apikit"
)

// recordSecurityEvent records a rejected request in the security log when it
// may be part of an attack. Logins are recorded by the account service, which
// knows the account.
func recordSecurityEvent(log *securitylog.Log) func(context.Context, *apikit.Call, *apikit.Problem) {
	return func(ctx context.Context, c *apikit.Call, p *apikit.Problem) {
		if kind := securityEvent(c, p); kind != "" {
			log.Record(ctx, kind, c.Actor.UserID, c.Route.Operation)
		}
	}
}

func securityEvent(c *apikit.Call, p *apikit.Problem) securitylog.Kind {
	operation := c.Route.Operation
	if apikey.IsCredential(c.Token) && c.Actor.UserID == "" && p.Status != http.StatusTooManyRequests {
		return "" // recorded by the API key service, which knows the key
	}
	switch {
	case operation == "POST /auth/login":
		return ""
	case p.Status == http.StatusTooManyRequests:
		return securitylog.RateLimited
	case p.Status == http.StatusUnauthorized && c.Token != "":
		return securitylog.SessionRejected
	case p.Code == apikit.ErrorCode(fault.SignupClosed):
		return securitylog.SignupRefused
	case p.Status == http.StatusForbidden && operation == "POST /public/shares/{token}/unlock":
		return securitylog.SharePassword
	case p.Code == apikit.ErrorCode(fault.ReauthRequired), p.Code == apikit.ErrorCode(fault.EmailUnverified),
		p.Code == apikit.ErrorCode(fault.SSORequired):
		return ""
	case p.Status == http.StatusForbidden:
		return securitylog.AccessDenied
	case p.Status == http.StatusNotFound && c.Actor.UserID != "" && strings.Contains(operation, "{"):
		return securitylog.AccessDenied
	}
	return ""
}
