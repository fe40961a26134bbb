package httpapi

import (
	"context"

	"linnet/internal/core/dropin"
	"linnet/internal/edge/apikit"
)

type clientAddress struct {
	IP string `json:"ip" doc:"The IP address of the client; empty if unknown." example:"203.0.113.7"`
}

func (a *API) ip(ctx context.Context, _ *struct{}) (*apikit.Output[clientAddress], error) {
	out := &apikit.Output[clientAddress]{}
	if addr := apikit.CallOf(ctx).Addr; addr.IsValid() {
		out.Body.IP = addr.String()
	}
	return out, nil
}

type capabilities struct {
	Cities bool         `json:"cities" doc:"True if the install knows the cities and regions of visitors. Otherwise, conditions on them never match."`
	Compat []dropin.API `json:"compat" doc:"The APIs of other shorteners that the install answers for API keys; see LINNET_COMPAT." example:"[\"kutt\"]"`
}

func (a *API) capabilities(context.Context, *struct{}) (*apikit.Output[capabilities], error) {
	out := &apikit.Output[capabilities]{}
	out.Body.Cities = a.knowsCities
	out.Body.Compat = append([]dropin.API{}, a.compat...)
	return out, nil
}
