import { useEffect, useState } from 'react';
import { useAuth } from 'react-oidc-context';

interface Order {
  id: string;
  total: number;
}

/** What the API requires of the sign-in, if that is why it refuses a request (RFC 9470). */
function requiredSignIn(response: Response) {
  const challenge = response.headers.get('www-authenticate') ?? '';
  if (!challenge.includes('error="insufficient_user_authentication"')) return undefined;
  const parameter = (name: string) => challenge.match(`${name}="([^"]*)"`)?.[1];
  const maxAge = parameter('max_age');
  return {
    acr_values: parameter('acr_values'),
    ...(maxAge !== undefined && { max_age: Number(maxAge) }),
  };
}

export function Orders({ token }: { token: string }) {
  const auth = useAuth();
  const [orders, setOrders] = useState<Order[]>([]);
  const [message, setMessage] = useState('');

  const call = (path: string, init?: RequestInit) =>
    fetch(`/api${path}`, { ...init, headers: { authorization: `Bearer ${token}` } });

  useEffect(() => {
    void call('/orders')
      .then((response) => response.json() as Promise<{ orders: Order[] }>)
      .then((body) => setOrders(body.orders));
  }, [token]);

  async function refund(id: string): Promise<void> {
    const response = await call(`/orders/${id}/refunds`, { method: 'POST' });
    const required = requiredSignIn(response);
    if (required) return auth.signinRedirect(required);
    return setMessage(response.ok ? `${id} has been refunded.` : `${id} cannot be refunded.`);
  }

  return (
    <ul>
      {orders.map(({ id, total }) => (
        <li key={id}>
          {id}: {total} € <button onClick={() => void refund(id)}>Refund</button>
        </li>
      ))}
      {message && <li role="status">{message}</li>}
    </ul>
  );
}
