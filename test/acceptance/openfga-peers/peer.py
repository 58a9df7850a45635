"""Uses OpenFGA's Python SDK and prints what it answered as JSON."""
import asyncio, json, os

from openfga_sdk import ClientConfiguration, CreateStoreRequest, OpenFgaClient, ReadRequestTupleKey
from openfga_sdk.client.models import (
    ClientBatchCheckItem, ClientBatchCheckRequest, ClientCheckRequest, ClientListObjectsRequest,
    ClientTuple, ClientWriteRequest,
)
from openfga_sdk.credentials import CredentialConfiguration, Credentials
from openfga_sdk.exceptions import ValidationException

configuration = ClientConfiguration(
    api_url=os.environ["API_URL"],
    credentials=Credentials(
        method="client_credentials",
        configuration=CredentialConfiguration(
            api_issuer=os.environ["ISSUER"], api_audience=os.environ["API_URL"],
            client_id=os.environ["CLIENT_ID"], client_secret=os.environ["CLIENT_SECRET"],
        ),
    ),
)


async def main():
    async with OpenFgaClient(configuration) as client:
        store = await client.create_store(CreateStoreRequest(name="python"))
        client.set_store_id(store.id)
        await client.write_authorization_model(json.loads(os.environ["MODEL"]))
        anne = {"user": "user:anne", "relation": "viewer", "object": "document:1"}
        await client.write(ClientWriteRequest(writes=[ClientTuple(**anne)]))
        check = await client.check(ClientCheckRequest(**anne))
        items = [
            ClientBatchCheckItem(**anne, correlation_id="a"),
            ClientBatchCheckItem(**{**anne, "user": "user:bob"}, correlation_id="b"),
        ]
        batch = await client.batch_check(ClientBatchCheckRequest(checks=items))
        objects = await client.list_objects(
            ClientListObjectsRequest(user="user:anne", relation="viewer", type="document")
        )
        try:
            await client.write(ClientWriteRequest(writes=[ClientTuple(**anne)]))
            conflict = None
        except ValidationException as error:
            conflict = error.parsed_exception.code
        tuples = (await client.read(ReadRequestTupleKey(object="document:1"))).tuples
        await client.delete_store()
        print(json.dumps({
            "allowed": check.allowed,
            "batch": {one.correlation_id: one.allowed for one in batch.result},
            "objects": objects.objects,
            "conflict": str(getattr(conflict, "value", conflict)),
            "tuples": len(tuples),
        }))


asyncio.run(main())
