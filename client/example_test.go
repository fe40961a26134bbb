package client_test

import (
	"context"
	"errors"
	"fmt"
	"log"
	"os"

	"linnet/client"
)

func Example() {
	ctx := context.Background()
	c := &client.Client{URL: "https://go.example.com", APIKey: os.Getenv("LINNET_API_KEY")}
	link, err := c.CreateLink(ctx, client.CreateLink{
		URL:   "https://example.com/offer",
		Alias: client.Set("offer"),
		Tags:  client.Set([]string{"spring"}),
	})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(link.ShortURL)
}

func ExampleClient_ListLinks() {
	ctx := context.Background()
	c := &client.Client{URL: "https://go.example.com", APIKey: os.Getenv("LINNET_API_KEY")}
	for link, err := range c.ListLinks(ctx, client.ListLinksParams{Tag: []string{"spring"}}) {
		if err != nil {
			log.Fatal(err)
		}
		fmt.Println(link.ShortURL, link.ClickCount)
	}
}

func ExampleClear() {
	ctx := context.Background()
	c := &client.Client{URL: "https://go.example.com", APIKey: os.Getenv("LINNET_API_KEY")}
	// The link gets a new destination and has no title any more. The other fields do not change.
	_, err := c.UpdateLink(ctx, "lnk_3kq7c8v0d5m2a", client.UpdateLink{
		URL:   client.Set("https://example.com/new"),
		Title: client.Clear[string](),
	})
	if err != nil {
		log.Fatal(err)
	}
}

func ExampleError() {
	ctx := context.Background()
	c := &client.Client{URL: "https://go.example.com", APIKey: os.Getenv("LINNET_API_KEY")}
	_, err := c.CreateLink(ctx, client.CreateLink{URL: "https://example.com/", Alias: client.Set("launch")})
	var problem *client.Error
	if errors.As(err, &problem) && problem.Code == client.ErrorCodeConflict {
		fmt.Println("The alias is taken.")
	}
}
