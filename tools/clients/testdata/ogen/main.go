// Command ogen creates, reads, clears a field of, and deletes a link with the client that ogen generates.
package main

import (
	"context"
	"log"
	"os"

	"github.com/ogen-go/ogen/ogenerrors"

	"linnet/tools/clients/testdata/ogen/api"
)

func main() {
	ctx := context.Background()
	client, err := api.NewClient(os.Getenv("LINNET_URL")+"/api/v1", key{})
	if err != nil {
		log.Fatal(err)
	}
	title := api.NewOptNilString("Launch")
	answer, err := client.CreateLink(ctx, &api.CreateLink{URL: "https://example.com/", Title: title}, api.CreateLinkParams{})
	created, ok := answer.(*api.LinkHeaders)
	if !ok || created.Response.Title.Value != "Launch" {
		log.Fatalf("create: %v %+v", err, answer)
	}
	id := created.Response.ID
	read, err := client.GetLink(ctx, api.GetLinkParams{ID: id})
	if link, ok := read.(*api.GetLinkOKHeaders); !ok || link.Response.Title.Value != "Launch" {
		log.Fatalf("read: %v %+v", err, read)
	}
	var none api.OptNilString
	none.SetToNull()
	cleared, err := client.UpdateLink(ctx, &api.UpdateLink{Title: none}, api.UpdateLinkParams{ID: id})
	if link, ok := cleared.(*api.GetLinkOKHeaders); !ok || !link.Response.Title.Null || link.Response.URL != "https://example.com/" {
		log.Fatalf("clear: %v %+v", err, cleared)
	}
	deleted, err := client.DeleteLink(ctx, api.DeleteLinkParams{ID: id})
	if _, ok := deleted.(*api.NoContent); !ok {
		log.Fatalf("delete: %v %+v", err, deleted)
	}
}

// key authorizes requests with an API key. The token of a login is not used.
type key struct{}

// ApiKey implements api.SecuritySource.
func (key) ApiKey(context.Context, api.OperationName) (api.ApiKey, error) {
	return api.ApiKey{Token: os.Getenv("LINNET_API_KEY")}, nil
}

// Token implements api.SecuritySource.
func (key) Token(context.Context, api.OperationName) (api.Token, error) {
	return api.Token{}, ogenerrors.ErrSkipClientSecurity
}
