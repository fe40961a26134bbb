package compat

import (
	"linnet/internal/base/clock"
	"linnet/internal/core/account"
	"linnet/internal/core/analytics"
	"linnet/internal/core/apikey"
	"linnet/internal/core/conversion"
	"linnet/internal/core/domain"
	"linnet/internal/core/label"
	"linnet/internal/core/link"
	"linnet/internal/core/qr"
	"linnet/internal/core/secondfactor"
	"linnet/internal/core/workspace"
)

// Services are what peers call.
type Services struct {
	Accounts      *account.Service
	APIKeys       *apikey.Service
	SecondFactors *secondfactor.Service
	Workspaces    *workspace.Service
	Links         *link.Service
	Labels        *label.Service
	Domains       *domain.Service
	Analytics     *analytics.Service
	QRCodes       *qr.Service
	Conversions   *conversion.Service
	// Scheme is that of short links, and OwnHost the default domain as it is stored.
	Scheme, OwnHost string
	Clock           clock.Clock
}
