package httpapi

import (
	"context"
	"time"

	"linnet/internal/core/singlesignon"
	"linnet/internal/edge/apikit"
)

// Identity is an identity of single sign-on as the API returns it.
type Identity struct {
	ID            string    `json:"id" doc:"The id of the connection: a user has one identity of each." example:"sso_3kq7c8v0d5m2a"`
	WorkspaceID   string    `json:"workspaceId" doc:"The workspace of the connection, which the identity opens." example:"wsp_3kq7c8v0d5m2a"`
	WorkspaceName string    `json:"workspaceName"`
	Issuer        string    `json:"issuer" doc:"The provider." example:"https://login.example.com"`
	Email         *string   `json:"email" doc:"The address at the provider at the last sign-in; null: unknown."`
	LinkedAt      time.Time `json:"linkedAt"`
	LastUsedAt    time.Time `json:"lastUsedAt"`
}

func (a *API) listIdentities(ctx context.Context, _ *struct{}) (*apikit.ListOutput[Identity], error) {
	linked, err := a.SingleSignOn.Identities(ctx, apikit.ActorOf(ctx))
	if err != nil {
		return nil, err
	}
	return apikit.WholeList(apikit.Map(linked, func(i singlesignon.LinkedIdentity) Identity {
		return Identity{
			ID:            i.ConnectionID,
			WorkspaceID:   i.WorkspaceID,
			WorkspaceName: i.WorkspaceName,
			Issuer:        i.Issuer,
			Email:         apikit.TextOrNull(i.Email),
			LinkedAt:      apikit.Timestamp(i.LinkedAt),
			LastUsedAt:    apikit.Timestamp(i.LastUsedAt),
		}
	})), nil
}

type identityInput struct {
	ID string `path:"id" doc:"The id of the identity." example:"sso_3kq7c8v0d5m2a"`
}

func (a *API) deleteIdentity(ctx context.Context, in *identityInput) (*struct{}, error) {
	return nil, a.SingleSignOn.Disconnect(ctx, apikit.ActorOf(ctx), in.ID)
}
