export async function measureOrders() {}
