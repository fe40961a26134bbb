package httpapi

import (
	"context"
	"encoding/json"
	"time"

	"linnet/internal/base/fault"
	"linnet/internal/core/passkey"
	"linnet/internal/edge/apikit"
)

// Passkey is a passkey as the API returns it.
type Passkey struct {
	ID         string     `json:"id" example:"psk_3kq7c8v0d5m2a"`
	Name       string     `json:"name" example:"MacBook"`
	Synced     bool       `json:"synced" doc:"True if the device backs the passkey up, so that the user's other devices have it too."`
	CreatedAt  time.Time  `json:"createdAt"`
	LastUsedAt *time.Time `json:"lastUsedAt" doc:"null: never."`
}

func passkeyOf(p passkey.Passkey) Passkey {
	return Passkey{
		ID:         p.ID,
		Name:       p.Name,
		Synced:     p.Synced(),
		CreatedAt:  apikit.Timestamp(p.CreatedAt),
		LastUsedAt: apikit.TimeOrNull(p.LastUsedAt),
	}
}

func (a *API) listPasskeys(ctx context.Context, _ *struct{}) (*apikit.ListOutput[Passkey], error) {
	passkeys, err := a.Passkeys.List(ctx, apikit.ActorOf(ctx))
	if err != nil {
		return nil, err
	}
	return apikit.WholeList(apikit.Map(passkeys, passkeyOf)), nil
}

type passkeyOptionsOutput struct {
	Body struct {
		PublicKey map[string]any `json:"publicKey" doc:"The options of WebAuthn in their JSON form, for PublicKeyCredential.parseCreationOptionsFromJSON or parseRequestOptionsFromJSON."`
	} `nameHint:"PasskeyOptions"`
}

// passkeyOptions returns options of WebAuthn as an object.
func passkeyOptions(options any, err error) (*passkeyOptionsOutput, error) {
	if err != nil {
		return nil, err
	}
	raw, err := json.Marshal(options)
	if err != nil {
		return nil, err
	}
	out := &passkeyOptionsOutput{}
	return out, json.Unmarshal(raw, &out.Body.PublicKey)
}

func (a *API) startPasskeyRegistration(ctx context.Context, _ *struct{}) (*passkeyOptionsOutput, error) {
	return passkeyOptions(a.Passkeys.StartRegistration(ctx, apikit.ActorOf(ctx)))
}

type createPasskey struct {
	Name       apikit.FormText `json:"name" doc:"1 to 80 characters." example:"MacBook"`
	Credential map[string]any  `json:"credential" doc:"The PublicKeyCredential of navigator.credentials.create, as JSON."`
}

func (a *API) createPasskey(ctx context.Context, in *apikit.With[createPasskey]) (*apikit.Output[Passkey], error) {
	response, err := encodeCredential(in.Body.Credential)
	if err != nil {
		return nil, err
	}
	created, err := a.Passkeys.Register(ctx, apikit.ActorOf(ctx), string(in.Body.Name), response)
	return apikit.OutputOf(passkeyOf(created)), err
}

type renamePasskeyInput struct {
	ID   string `path:"id" doc:"The id of the passkey." example:"psk_3kq7c8v0d5m2a"`
	Body struct {
		Name apikit.FormText `json:"name" doc:"1 to 80 characters."`
	} `nameHint:"RenamePasskey"`
}

func (a *API) renamePasskey(ctx context.Context, in *renamePasskeyInput) (*apikit.Output[Passkey], error) {
	renamed, err := a.Passkeys.Rename(ctx, apikit.ActorOf(ctx), in.ID, string(in.Body.Name))
	return apikit.OutputOf(passkeyOf(renamed)), err
}

type passkeyInput struct {
	ID string `path:"id" doc:"The id of the passkey." example:"psk_3kq7c8v0d5m2a"`
}

func (a *API) deletePasskey(ctx context.Context, in *passkeyInput) (*struct{}, error) {
	return nil, a.Passkeys.Delete(ctx, apikit.ActorOf(ctx), in.ID)
}

func (a *API) startPasskeySignIn(ctx context.Context, _ *struct{}) (*passkeyOptionsOutput, error) {
	return passkeyOptions(a.Passkeys.StartSignIn(ctx, apikit.CallOf(ctx).Addr))
}

type passkeyResponse struct {
	Credential map[string]any `json:"credential" doc:"The PublicKeyCredential of navigator.credentials.get, as JSON."`
}

func (a *API) passkeySignIn(ctx context.Context, in *apikit.With[passkeyResponse]) (*loginOutput, error) {
	response, err := encodeCredential(in.Body.Credential)
	if err != nil {
		return nil, err
	}
	userID, err := a.Passkeys.SignIn(ctx, response)
	if err != nil {
		return nil, err
	}
	got, err := a.Accounts.StartSession(ctx, userID, clientOf(ctx))
	if err != nil {
		return nil, err
	}
	return loggedIn(got), nil
}

func (a *API) startPasskeyReauthentication(ctx context.Context, _ *struct{}) (*passkeyOptionsOutput, error) {
	return passkeyOptions(a.Passkeys.StartReauthentication(ctx, apikit.ActorOf(ctx)))
}

func (a *API) passkeyReauthenticate(ctx context.Context, in *apikit.With[passkeyResponse]) (*struct{}, error) {
	response, err := encodeCredential(in.Body.Credential)
	if err != nil {
		return nil, err
	}
	return nil, a.Passkeys.Reauthenticate(ctx, apikit.ActorOf(ctx), response)
}

func encodeCredential(credential map[string]any) ([]byte, error) {
	raw, err := json.Marshal(credential)
	if err != nil {
		return nil, fault.Wrap(err, fault.Invalid, "The credential cannot be encoded.").At("credential")
	}
	return raw, nil
}
