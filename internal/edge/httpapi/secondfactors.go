package httpapi

import (
	"context"
	"time"

	"linnet/internal/core/qr/look"
	"linnet/internal/core/qr/picture"
	"linnet/internal/edge/apikit"
)

type secondFactors struct {
	TOTP          bool       `json:"totp" doc:"True if logins with the password need a code of an authenticator app."`
	EnabledAt     *time.Time `json:"enabledAt" doc:"null: two-factor authentication is off."`
	RecoveryCodes int        `json:"recoveryCodes" doc:"The number of unused recovery codes."`
}

func (a *API) getSecondFactors(ctx context.Context, _ *struct{}) (*apikit.Output[secondFactors], error) {
	status, err := a.SecondFactors.Status(ctx, apikit.ActorOf(ctx))
	out := &apikit.Output[secondFactors]{}
	out.Body.TOTP, out.Body.RecoveryCodes = !status.EnabledAt.IsZero(), status.RecoveryCodes
	out.Body.EnabledAt = apikit.TimeOrNull(status.EnabledAt)
	return out, err
}

// TOTPSetup is what an authenticator app needs.
type TOTPSetup struct {
	Secret     string `json:"secret" doc:"The key for an authenticator app, in base32. Returned only here."`
	OTPAuthURL string `json:"otpauthUrl" doc:"The key as a URL that authenticator apps read."`
	QRCode     string `json:"qrCode" doc:"The URL as a QR code, an SVG document."`
}

func (a *API) startTOTP(ctx context.Context, _ *struct{}) (*apikit.Output[TOTPSetup], error) {
	setup, err := a.SecondFactors.Start(ctx, apikit.ActorOf(ctx))
	if err != nil {
		return nil, err
	}
	code, err := picture.Draw(setup.URL, look.Defaults(), picture.Images{})
	if err != nil {
		return nil, err
	}
	out := &apikit.Output[TOTPSetup]{}
	out.Body.Secret, out.Body.OTPAuthURL, out.Body.QRCode = setup.Secret, setup.URL, string(code.SVG())
	return out, nil
}

type recoveryCodesOutput struct {
	Body struct {
		RecoveryCodes []string `json:"recoveryCodes" doc:"Ten codes. Each logs in once instead of a code of the app. Returned only here." example:"[\"3kq7c8v-0d5m2a-x1t9m4z-7hq2cv\"]"`
	} `nameHint:"RecoveryCodes"`
}

func recoveryCodes(codes []string) *recoveryCodesOutput {
	out := &recoveryCodesOutput{}
	out.Body.RecoveryCodes = codes
	return out
}

type confirmTOTP struct {
	Code apikit.FormText `json:"code" doc:"The current 6-digit code of the authenticator app." example:"123456"`
}

func (a *API) confirmTOTP(ctx context.Context, in *apikit.With[confirmTOTP]) (*recoveryCodesOutput, error) {
	codes, err := a.SecondFactors.Confirm(ctx, apikit.ActorOf(ctx), string(in.Body.Code))
	if err != nil {
		return nil, err
	}
	return recoveryCodes(codes), nil
}

type confirmPassword struct {
	Password apikit.FormText `json:"password" doc:"The password of the user."`
}

func (a *API) disableTOTP(ctx context.Context, in *apikit.With[confirmPassword]) (*struct{}, error) {
	return nil, a.SecondFactors.Disable(ctx, apikit.ActorOf(ctx), string(in.Body.Password))
}

func (a *API) replaceRecoveryCodes(ctx context.Context, in *apikit.With[confirmPassword]) (*recoveryCodesOutput, error) {
	codes, err := a.SecondFactors.ReplaceRecoveryCodes(ctx, apikit.ActorOf(ctx), string(in.Body.Password))
	if err != nil {
		return nil, err
	}
	return recoveryCodes(codes), nil
}
